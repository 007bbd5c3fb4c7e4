/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The types of the kernel that the program reads. Each struct has only the members that are read.
 * The loader finds their offsets in the BTF of the running kernel (CO-RE), so that the order and
 * the omissions here mean nothing.
 */
#ifndef ENGINE_BPF_KERNEL_KERNEL_H
#define ENGINE_BPF_KERNEL_KERNEL_H

typedef unsigned char __u8;
typedef unsigned short __u16;
typedef unsigned int __u32;
typedef unsigned long long __u64;
typedef signed char __s8;
typedef short __s16;
typedef int __s32;
typedef long long __s64;
typedef __u16 __be16;
typedef __u32 __be32;
typedef __u32 __wsum;
typedef _Bool bool;
typedef int pid_t;

#define NULL ((void *)0)
#define true 1
#define false 0

/* linux/bpf.h */
enum {
	BPF_MAP_TYPE_HASH = 1,
	BPF_MAP_TYPE_ARRAY = 2,
	BPF_MAP_TYPE_PROG_ARRAY = 3,
	BPF_MAP_TYPE_PERCPU_HASH = 5,
	BPF_MAP_TYPE_PERCPU_ARRAY = 6,
	BPF_MAP_TYPE_CGROUP_ARRAY = 8,
	BPF_MAP_TYPE_LRU_HASH = 9,
	BPF_MAP_TYPE_RINGBUF = 27,
	BPF_MAP_TYPE_TASK_STORAGE = 29,
};
enum { BPF_ANY, BPF_NOEXIST };
enum { BPF_F_NO_PREALLOC = 1, BPF_F_MMAPABLE = 1024, BPF_LOCAL_STORAGE_GET_F_CREATE = 1 };
enum { BPF_RB_NO_WAKEUP = 1, BPF_RB_FORCE_WAKEUP = 2 };
enum { BPF_RB_AVAIL_DATA = 0, BPF_RB_RING_SIZE = 1, BPF_RB_CONS_POS = 2, BPF_RB_PROD_POS = 3 };

#define KERNEL_STRUCT __attribute__((preserve_access_index))

/* The layout on x86-64 is fixed (asm/ptrace.h): no relocation is necessary. */
struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx, si, di, orig_ax, ip,
		cs, flags, sp, ss;
};

struct thread_info {
	__u32 status;
} KERNEL_STRUCT;

struct pid_namespace;

struct upid {
	int nr;
	struct pid_namespace *ns;
} KERNEL_STRUCT;

struct hlist_node;
struct hlist_head {
	struct hlist_node *first;
} KERNEL_STRUCT;

struct pid {
	unsigned int level;
	struct hlist_head tasks[4]; /* of the types of enum pid_type, PIDTYPE_PID first */
	struct upid numbers[];
} KERNEL_STRUCT;

typedef struct {
	unsigned int val;
} kuid_t;

typedef struct {
	unsigned int val;
} kgid_t;

struct user_namespace {
	struct user_namespace *parent;
	int level;
	kuid_t owner;
} KERNEL_STRUCT;

typedef struct {
	__u64 val;
} kernel_cap_t; /* an array of two words before Linux 6.3 */

struct cred {
	kuid_t uid, suid, euid;
	kgid_t gid, sgid, egid;
	kernel_cap_t cap_permitted;
	struct user_namespace *user_ns;
} KERNEL_STRUCT;

struct in6_addr {
	__u8 bytes[16];
}; /* an array of bytes on every kernel */

struct sock_common {
	__be32 skc_daddr, skc_rcv_saddr;
	__be16 skc_dport;
	unsigned short skc_family;
	volatile unsigned char skc_state;
	struct in6_addr skc_v6_daddr, skc_v6_rcv_saddr;
} KERNEL_STRUCT;

struct socket;
struct sock {
	struct sock_common __sk_common;
	__u16 sk_type, sk_protocol;
	struct socket *sk_socket;
} KERNEL_STRUCT;

struct ipv6_pinfo {
	struct in6_addr saddr;
} KERNEL_STRUCT;

struct inet_sock {
	struct ipv6_pinfo *pinet6;
	__be32 inet_saddr;
	__be16 inet_sport;
} KERNEL_STRUCT;

struct sockaddr_un {
	char sun_path[108];
} KERNEL_STRUCT;

struct unix_address {
	int len;
	struct sockaddr_un name[];
} KERNEL_STRUCT;

struct unix_sock {
	struct unix_address *addr;
	struct sock *peer;
} KERNEL_STRUCT;

struct netlink_sock {
	__u32 portid;
} KERNEL_STRUCT;

struct socket {
	struct sock *sk;
} KERNEL_STRUCT;

struct super_block {
	unsigned long s_magic;
} KERNEL_STRUCT;

struct inode {
	unsigned short i_mode;
	__u32 i_rdev;
	unsigned long i_ino;
	struct super_block *i_sb;
	void *i_private;
} KERNEL_STRUCT;

struct proc_ns_operations {
	const char *name;
} KERNEL_STRUCT;

struct ns_common {
	const struct proc_ns_operations *ops;
	unsigned int inum;
} KERNEL_STRUCT;

struct pid_namespace {
	struct ns_common ns;
} KERNEL_STRUCT;

struct socket_alloc {
	struct socket socket;
	struct inode vfs_inode;
} KERNEL_STRUCT;

struct tty_struct {
	int index;
} KERNEL_STRUCT;

struct tty_file_private {
	struct tty_struct *tty;
} KERNEL_STRUCT;

struct eventfd_ctx {
	__u64 count;
	unsigned int flags;
	int id;
} KERNEL_STRUCT;

typedef struct {
	unsigned long sig[1];
} sigset_t;

struct signalfd_ctx {
	sigset_t sigmask;
} KERNEL_STRUCT;

struct qstr {
	__u64 hash_len;
	const unsigned char *name;
} KERNEL_STRUCT;

struct hlist_bl_node {
	struct hlist_bl_node *next, **pprev;
} KERNEL_STRUCT;

struct dentry {
	struct hlist_bl_node d_hash;
	struct dentry *d_parent;
	struct qstr d_name;
	struct inode *d_inode;
} KERNEL_STRUCT;

struct vfsmount {
	struct dentry *mnt_root;
} KERNEL_STRUCT;

struct mount {
	struct mount *mnt_parent;
	struct dentry *mnt_mountpoint;
	struct vfsmount mnt;
} KERNEL_STRUCT;

struct path {
	struct vfsmount *mnt;
	struct dentry *dentry;
} KERNEL_STRUCT;

struct fs_struct {
	struct path root, pwd;
} KERNEL_STRUCT;

struct file {
	struct inode *f_inode;
	struct path f_path;
	void *private_data;
} KERNEL_STRUCT;

struct fdtable {
	unsigned int max_fds;
	struct file **fd;
} KERNEL_STRUCT;

typedef struct {
	int counter;
} atomic_t;

/* The first table of a process is a part of it: by that the members of a table are found. */
struct files_struct {
	atomic_t count;
	struct fdtable *fdt;
	struct fdtable fdtab;
} KERNEL_STRUCT;

struct mm_struct {
	unsigned long arg_start, arg_end, env_start, env_end;
	unsigned long saved_auxv[40];
	struct file *exe_file;
} KERNEL_STRUCT;

struct kernel_sigset {
	unsigned long sig[1];
} KERNEL_STRUCT;

struct sigpending {
	struct kernel_sigset signal;
} KERNEL_STRUCT;

struct signal_struct {
	__u64 cstime;
} KERNEL_STRUCT;

struct list_head {
	struct list_head *next, *prev;
} KERNEL_STRUCT;

struct sched_entity {
	__u64 exec_start, sum_exec_runtime;
} KERNEL_STRUCT;

struct seccomp {
	int mode;
} KERNEL_STRUCT;

struct net {
	__u64 net_cookie;
} KERNEL_STRUCT;

struct nsproxy {
	struct net *net_ns;
} KERNEL_STRUCT;

struct task_struct {
	struct thread_info thread_info;
	unsigned int __state;
	unsigned int flags;
	int exit_state;
	struct sched_entity se;
	pid_t pid, tgid;
	int exit_code;
	struct task_struct *real_parent, *group_leader;
	struct pid *thread_pid;
	const struct cred *cred, *real_cred;
	struct files_struct *files;
	struct fs_struct *fs;
	struct nsproxy *nsproxy;
	struct mm_struct *mm;
	char comm[16];
	struct list_head thread_node;
	struct signal_struct *signal;
	struct sigpending pending;
	unsigned long jobctl;
	struct seccomp seccomp;
} KERNEL_STRUCT;

/* A member of a map value with this name belongs to the kernel (6.18). */
struct bpf_task_work {
	__u64 opaque;
} __attribute__((aligned(8)));

struct linux_binprm {
	unsigned int secureexec : 1;
	int argc, envc;
	const char *filename;
	const char *interp;
	struct file *file; /* of the program, or of the interpreter of a script */
} KERNEL_STRUCT;

struct seq_file;
struct bpf_iter_meta {
	struct seq_file *seq;
} KERNEL_STRUCT;
struct bpf_iter__task {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
} KERNEL_STRUCT;

struct kernel_siginfo;

/* rt_sigaction(2) copies it as it is, so that its layout is fixed, too. */
struct k_sigaction {
	void *handler;
	unsigned long flags;
};

/* linux/bpf.h */
struct bpf_raw_tracepoint_args {
	__u64 args[0];
};

/* io_uring. This one is in UAPI, and needs no relocations: linux/io_uring.h. */
struct io_uring_cqe {
	__u64 user_data;
	__s32 res;
	__u32 flags;
};

struct io_kiocb;
struct io_submit_link {
	struct io_kiocb *head, *last;
} KERNEL_STRUCT;

struct io_submit_state {
	struct io_submit_link link;
} KERNEL_STRUCT;

/* What a ring has at an index of its table of registered files. */
struct io_rsrc_node {
	unsigned long file_ptr;
} KERNEL_STRUCT;

struct io_rsrc_data {
	unsigned int nr;
	struct io_rsrc_node **nodes;
} KERNEL_STRUCT;

struct io_file_table {
	struct io_rsrc_data data;
} KERNEL_STRUCT;

struct io_ring_ctx {
	unsigned int flags;
	__u32 *sq_array;
	void *sq_sqes;
	unsigned int cached_sq_head, sq_entries;
	struct io_submit_state submit_state;
	struct io_file_table file_table;
} KERNEL_STRUCT;

/*
 * Before Linux 6.13. An element of the table has one member: the number that .file_ptr of struct
 * io_rsrc_node is now.
 */
struct io_file_table___before {
	__u64 *files;
} KERNEL_STRUCT;

struct io_ring_ctx___before {
	unsigned int nr_user_files;
	struct io_file_table___before file_table;
} KERNEL_STRUCT;

struct io_cqe {
	__u64 user_data;
} KERNEL_STRUCT;

struct io_kiocb {
	struct io_ring_ctx *ctx;
	__u8 opcode;
	struct io_cqe cqe;
} KERNEL_STRUCT;

#endif
