/* SPDX-License-Identifier: MIT */
/* Hooks: conditions, sizes and keys that depend on more than the value of one sibling. */
#include <linux/filter.h>
#include <linux/gpio.h>
#include <linux/sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "decode/lookup/hooks.h"
#include "scry/syscalls.h"
#include "scry/util.h"

static bool mode_is_device(uint64_t mode)
{
	return S_ISBLK(mode) || S_ISCHR(mode);
}

static bool hook_is_device(const struct scope *scope)
{
	return mode_is_device(scope_value(scope, "st_mode"));
}

static bool hook_is_no_device(const struct scope *scope)
{
	return !hook_is_device(scope);
}

static bool hook_mode_is_device(const struct scope *scope)
{
	return mode_is_device(scope_value(scope, "mode"));
}

/* asm-generic/fcntl.h; asm/fcntl.h of mips has another O_CREAT. */
static bool hook_open_how_mode(const struct scope *scope)
{
	uint64_t creates = 0100;

	list_value(&list_open_flags, scope_abi_of_call(scope), "O_CREAT", &creates);
	return scope_value(scope, "mode") || (scope_value(scope, "flags") & (creates | 020000000));
}

static bool hook_has_set_tid(const struct scope *scope)
{
	return scope_value(scope, "set_tid") || scope_value(scope, "set_tid_size");
}

/* The maximum nesting of PID namespaces: MAX_PID_NS_LEVEL. */
static bool hook_set_tid_is_list(const struct scope *scope)
{
	uint64_t size = scope_value(scope, "set_tid_size");

	return size > 0 && size <= 32;
}

static bool hook_set_tid_is_odd(const struct scope *scope)
{
	return hook_has_set_tid(scope) && !hook_set_tid_is_list(scope);
}

/* mount(2): flags of calls that change an existing mount. */
#define MOUNT_CHANGES (MS_BIND | MS_MOVE | MS_SHARED | MS_PRIVATE | MS_SLAVE | MS_UNBINDABLE)

/*
 * mount(2): the kernel ignores the upper 16 bits of the flags if they are MS_MGC_VAL, which
 * contains MS_SLAVE.
 */
static uint64_t get_mount_flags(const struct scope *scope)
{
	uint64_t flags = scope_value(scope, "mountflags");

	return (flags & MS_MGC_MSK) == MS_MGC_VAL ? flags & ~(uint64_t)MS_MGC_MSK : flags;
}

/* mount(2): only a call that makes a new mount uses the type. */
static bool hook_has_mount_type(const struct scope *scope)
{
	return !(get_mount_flags(scope) & (MOUNT_CHANGES | MS_REMOUNT));
}

/*
 * mount(2): a bind mount, a move and a change of the propagation ignore data, unless they remount.
 */
static bool hook_has_mount_data(const struct scope *scope)
{
	uint64_t flags = get_mount_flags(scope);

	return flags & MS_REMOUNT || !(flags & MOUNT_CHANGES);
}

static bool hook_has_cgroup(const struct scope *scope)
{
	return scope_value(scope, "cgroup") || scope_value(scope, "flags") & CLONE_INTO_CGROUP;
}

static bool has_returned(const struct scope *scope)
{
	return scope_lookup(scope, "RET", &(uint64_t){ 0 });
}

/*
 * sched_getattr(2) sets the size. sched_setattr(2) reads 48 bytes, SCHED_ATTR_SIZE_VER0, if the
 * size is 0.
 */
static bool hook_has_sched_attr(const struct scope *scope)
{
	uint64_t size = scope_value(scope, "size");

	return (!size && !has_returned(scope)) || size >= 48;
}

static bool keeps_sched(const struct scope *scope, uint64_t flags)
{
	return !has_returned(scope) && scope_value(scope, "sched_flags") & flags;
}

static bool hook_has_sched_policy(const struct scope *scope)
{
	/* The kernel refuses a negative policy before it looks at the flags. */
	if ((int32_t)scope_value(scope, "sched_policy") < 0)
		return hook_has_sched_attr(scope);
	return hook_has_sched_attr(scope) &&
	       !keeps_sched(scope, SCHED_FLAG_KEEP_POLICY | SCHED_FLAG_KEEP_PARAMS);
}

static bool hook_has_sched_params(const struct scope *scope)
{
	return hook_has_sched_attr(scope) && !keeps_sched(scope, SCHED_FLAG_KEEP_PARAMS);
}

static bool hook_is_signal(const struct scope *scope)
{
	uint64_t signal = scope_value(scope, "RET");

	return signal > 0 && signal <= 8u * scope_abi_of_call(scope)->sigset_size;
}

static bool hook_has_signal(const struct scope *scope)
{
	return scope_value(scope, "sig") <= 8u * scope_abi_of_call(scope)->sigset_size;
}

static bool hook_has_no_signal(const struct scope *scope)
{
	return !hook_has_signal(scope);
}

static bool hook_is_handler_name(const struct scope *scope)
{
	return scope_value(scope, "RET") <= 1;
}

static bool hook_is_done(const struct scope *scope)
{
	int64_t done = (int64_t)scope_value(scope, "RET");

	return (int64_t)scope_value(scope, "INDEX") < done;
}

/* asm-generic/siginfo.h: codes above 0 are from the kernel. Their meaning depends on the signal. */
static const char *fault(const char *signal, int code)
{
	if (!strcmp(signal, "SIGSEGV") && code == SEGV_BNDERR)
		return "bounds";
	if (!strcmp(signal, "SIGSEGV") && code == SEGV_PKUERR)
		return "pkey";
	if (!strcmp(signal, "SIGBUS") && (code == BUS_MCEERR_AR || code == BUS_MCEERR_AO))
		return "machine_check";
	return "fault";
}

static bool is_fault(const char *signal)
{
	static const char *const faults[] = { "SIGILL", "SIGFPE", "SIGSEGV", "SIGBUS", "SIGTRAP" };

	for (unsigned i = 0; i < ARRAY_SIZE(faults); i++)
		if (!strcmp(signal, faults[i]))
			return true;
	return false;
}

static bool has_sender(const struct scope *scope)
{
	return scope_value(scope, "si_sender.first") ||
	       (scope_abi_of_call(scope)->long_size == 4 && scope_value(scope, "si_sender.second"));
}

static const char *kernel_siginfo(const struct scope *scope, unsigned signal, int code)
{
	const char *name = list_name(&list_signals, scope_abi_of_call(scope), signal);

	if (!name)
		name = "";
	if (!strcmp(name, "SIGCHLD"))
		return code == CLD_EXITED ? "exited" : "child";
	if (is_fault(name))
		return fault(name, code);
	if (!strcmp(name, "SIGIO"))
		return code <= POLL_HUP ? "poll" : NULL;
	if (!strcmp(name, "SIGSYS"))
		return "sys";
	return has_sender(scope) ? "queue" : "value";
}

/*
 * Compares names: SIGCHLD and SI_TIMER of the C library are numbers of the machine that scry was
 * built for, and mips has others.
 */
static const char *hook_siginfo(const struct scope *scope)
{
	unsigned signal = (unsigned)scope_value(scope, "si_signo");
	int code = (int)scope_value(scope, "si_code");
	const char *name;

	if (!signal)
		return NULL;
	if (code > 0)
		return kernel_siginfo(scope, signal, code);
	name = list_name(&list_si_code, scope_abi_of_call(scope), (uint64_t)(int64_t)code);
	if (!name)
		return "queue";
	if (!strcmp(name, "SI_USER") || !strcmp(name, "SI_TKILL"))
		return "kill";
	if (!strcmp(name, "SI_TIMER"))
		return "timer";
	return !strcmp(name, "SI_SIGIO") ? "poll" : "queue";
}

/* Each protocol of Bluetooth has addresses of another size: net/bluetooth/hci_sock.h and others. */
static const char *bluetooth_address(uint64_t size)
{
	switch (size) {
	case 4:
		return "hci";
	case 6:
		return "hci_channel";
	case 8:
		return "sco";
	case 10:
		return "rc";
	case 12:
		return "l2";
	case 14:
		return "l2_typed";
	default:
		return "other";
	}
}

/* The minimum size of an address that has more than its family. */
static const char *hook_sockaddr(const struct scope *scope)
{
	static const struct {
		uint16_t family, min_size;
		const char *key;
	} families[] = {
		{ AF_UNIX, 3, "unix" },
		{ AF_INET, 16, "inet" },
		{ AF_INET6, 24, "inet6" },
		{ AF_NETLINK, 12, "netlink" },
		{ AF_PACKET, 20, "packet" },
		{ AF_VSOCK, 16, "vsock" },
		{ AF_X25, 18, "x25" },
		{ AF_AX25, 16, "ax25" },
		{ AF_ALG, 25, "alg" },
		{ AF_QIPCRTR, 12, "qipcrtr" },
		{ AF_XDP, 16, "xdp" },
		{ AF_IPX, 16, "ipx" },
		{ AF_IEEE802154, 20, "ieee802154" },
		{ 45, 12, "mctp" },
		{ AF_NFC, 88, "nfc_llcp" },
		{ AF_RXRPC, 36, "rxrpc" },
		{ AF_TIPC, 16, "tipc" },
	};
	uint64_t family = scope_value(scope, "sa_family"), size = scope_value(scope, "SIZE");

	if (family == AF_BLUETOOTH)
		return bluetooth_address(size);
	if (family == AF_NFC && size == 16)
		return "nfc";
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		if (family == families[i].family && size >= families[i].min_size)
			return families[i].key;
	return "other";
}

/* linux/ax25.h: only an address without digipeaters may be a struct sockaddr_ax25. */
static const char *hook_ax25(const struct scope *scope)
{
	return scope_value(scope, "SIZE") == 16 && !scope_value(scope, "station.sax25_ndigis")
		       ? "station"
		       : NULL;
}

/* The bytes of the digipeaters, 8 at most, that the caller gives whole. */
static bool hook_ax25_rest(const struct scope *scope, uint64_t *bytes)
{
	uint64_t digipeaters = (scope_value(scope, "SIZE") - 16) / 7;

	*bytes = 7 * (digipeaters < 8 ? digipeaters : 8);
	return true;
}

static bool hook_ax25_has_rest(const struct scope *scope)
{
	uint64_t bytes;

	return hook_ax25_rest(scope, &bytes) && scope_value(scope, "SIZE") > 16 + bytes;
}

/* The key of the address in an address of RxRPC, if its length allows one. */
static const char *hook_rxrpc(const struct scope *scope)
{
	uint64_t family = scope_value(scope, "family"), size = scope_value(scope, "SIZE");

	return family == AF_INET && size >= 16	  ? "inet"
	       : family == AF_INET6 && size >= 24 ? "inet6"
						  : NULL;
}

/* The family of that address is there in any case: the address of RxRPC has at least 36 bytes. */
static bool hook_rxrpc_size(const struct scope *scope, uint64_t *bytes)
{
	uint64_t len;

	if (!scope_lookup(scope, "transport_len", &len))
		return false;
	*bytes = len < 2 ? 2 : len;
	return true;
}

/* RFC 4291: fe80::/10, and multicast of link-local scope, ff?2::/16. */
static bool hook_is_link_local(const struct scope *scope)
{
	uint64_t prefix = scope_value(scope, "sin6_prefix");

	return (prefix & 0xffc0) == 0xfe80 || (prefix & 0xff0f) == 0xff02;
}

static bool hook_is_global(const struct scope *scope)
{
	return !hook_is_link_local(scope);
}

/* linux/bpf_common.h: BPF_CLASS() */
static const char *hook_bpf_class(const struct scope *scope)
{
	static const char *const keys[] = { "load", "load", "load", "load",
					    "alu",  "jump", NULL,   "alu" };

	return keys[scope_value(scope, "class") & 7];
}

/* The names that kernel/bpf/ gives anon_inode_getfd(). */
enum bpf_object { BPF_OTHER, BPF_MAP, BPF_PROGRAM, BPF_LINK, BPF_BTF };

static enum bpf_object bpf_object_of(const struct scope *scope)
{
	static const char *const names[] = {
		[BPF_MAP] = "bpf-map",
		[BPF_PROGRAM] = "bpf-prog",
		[BPF_LINK] = "bpf_link",
		[BPF_BTF] = "btf",
	};
	uint64_t fd;
	char name[16];

	if (!scope_shows_all(scope) || !scope_lookup(scope, "bpf_fd", &fd) ||
	    !scope_anonymous_name(scope, (int)fd, name, sizeof(name)))
		return BPF_OTHER;
	for (unsigned i = BPF_MAP; i <= BPF_BTF; i++)
		if (!strcmp(names[i], name))
			return (enum bpf_object)i;
	return BPF_OTHER;
}

static bool hook_bpf_is_map(const struct scope *scope)
{
	return bpf_object_of(scope) == BPF_MAP;
}

static bool hook_bpf_is_program(const struct scope *scope)
{
	return bpf_object_of(scope) == BPF_PROGRAM;
}

static bool hook_bpf_is_link(const struct scope *scope)
{
	return bpf_object_of(scope) == BPF_LINK;
}

static bool hook_bpf_is_btf(const struct scope *scope)
{
	return bpf_object_of(scope) == BPF_BTF;
}

static bool hook_bpf_is_other(const struct scope *scope)
{
	return bpf_object_of(scope) == BPF_OTHER;
}

/* linux/input.h: the arguments of the requests by number. From 0x20 on they are sets of bits. */
static const char *hook_ioctl_macro(const struct scope *scope)
{
	static const char *const keys[] = {
		[0x06] = "text",      [0x07] = "text",	[0x08] = "text",     [0x09] = "props",
		[0x0a] = "slots",     [0x18] = "keys",	[0x19] = "leds",     [0x1a] = "sounds",
		[0x1b] = "switches",  [0x20] = "types", [0x21] = "keys",     [0x22] = "rel",
		[0x23] = "axes",      [0x24] = "msc",	[0x25] = "switches", [0x31] = "leds",
		[0x32] = "sounds",    [0x34] = "rep",	[0x35] = "ff",	     [0x36] = "number",
		[0x37] = "ff_status",
	};
	uint32_t request = (uint32_t)scope_value(scope, "op");
	unsigned number = request & 0xff;

	if ((request >> 8 & 0xff) != 'E' || !ioctl_macro_of(request))
		return NULL;
	if (request >> 30 == 1)
		return "set_axis";
	if ((number & 0xc0) == 0x40)
		return "get_axis";
	return number < sizeof(keys) / sizeof(keys[0]) && keys[number] ? keys[number] : "pointer";
}

static bool hook_is_list(const struct scope *scope)
{
	return scope_value(scope, "size") || !scope_value(scope, "RET");
}

static bool hook_filter_jumps(const struct scope *scope)
{
	return scope_value(scope, "jt") || scope_value(scope, "jf");
}

static bool hook_filter_returns(const struct scope *scope)
{
	return BPF_CLASS(scope_value(scope, "class")) == BPF_RET;
}

static bool hook_filter_goes_on(const struct scope *scope)
{
	return !hook_filter_returns(scope);
}

static const char *hook_filter_macro(const struct scope *scope)
{
	return hook_filter_jumps(scope) ? "BPF_JUMP" : "BPF_STMT";
}

static const char *hook_filter_class(const struct scope *scope)
{
	static const char *const keys[] = {
		[BPF_LD] = "load", [BPF_LDX] = "load", [BPF_ST] = "store", [BPF_STX] = "store",
		[BPF_ALU] = "alu", [BPF_JMP] = "jump", [BPF_RET] = "ret",  [BPF_MISC] = "misc",
	};

	return keys[BPF_CLASS(scope_value(scope, "class"))];
}

/*
 * linux/filter.h: a load from a negative offset, SKF_AD_OFF, SKF_NET_OFF or SKF_LL_OFF and what
 * follows it, is from the properties of the packet, from its network header or from its link-layer
 * header. Returns that offset; 0: it is none.
 */
static int64_t filter_load(const struct scope *scope)
{
	static const int32_t offsets[] = { SKF_AD_OFF, SKF_NET_OFF, SKF_LL_OFF };
	uint64_t code = scope_value(scope, "class"), offset = scope_value(scope, "offset");

	if (BPF_CLASS(code) != BPF_LD || BPF_MODE(code) != BPF_ABS || hook_filter_jumps(scope))
		return 0;
	for (unsigned i = 0; i < ARRAY_SIZE(offsets); i++)
		if (offset >= (uint32_t)offsets[i])
			return offsets[i];
	return 0;
}

static bool hook_filter_loads_property(const struct scope *scope)
{
	return filter_load(scope) == SKF_AD_OFF;
}

static bool hook_filter_loads_network(const struct scope *scope)
{
	return filter_load(scope) == SKF_NET_OFF;
}

static bool hook_filter_loads_link(const struct scope *scope)
{
	return filter_load(scope) == SKF_LL_OFF;
}

static bool hook_filter_loads_none(const struct scope *scope)
{
	return !filter_load(scope);
}

/* scsi/sg.h: the direction is -2 to the device, -3 from the device, -4 both. */
static bool sg_direction(const struct scope *scope, int direction, bool is_vector)
{
	return (int)scope_value(scope, "dxfer_direction") == direction &&
	       (scope_value(scope, "iovec_count") != 0) == is_vector;
}

static bool hook_sg_sends_bytes(const struct scope *scope)
{
	return sg_direction(scope, -2, false) || sg_direction(scope, -4, false);
}

static bool hook_sg_sends_vector(const struct scope *scope)
{
	return sg_direction(scope, -2, true) || sg_direction(scope, -4, true);
}

static bool hook_sg_fetches_bytes(const struct scope *scope)
{
	return sg_direction(scope, -3, false);
}

static bool hook_sg_fetches_vector(const struct scope *scope)
{
	return sg_direction(scope, -3, true);
}

static bool hook_sg_exchanges_bytes(const struct scope *scope)
{
	return sg_direction(scope, -4, false);
}

static bool hook_sg_exchanges_vector(const struct scope *scope)
{
	return sg_direction(scope, -4, true);
}

/* Whether the device sent something. */
static bool hook_sg_fetched(const struct scope *scope)
{
	uint32_t len = (uint32_t)scope_value(scope, "dxfer_len");

	return len && len != (uint32_t)scope_value(scope, "resid");
}

static bool hook_result_fits(const struct scope *scope)
{
	return scope_value(scope, "RET") <= scope_value(scope, "buflen");
}

/* The smaller one of the result and of a sibling. */
static bool result_at_most(const struct scope *scope, const char *name, uint64_t *value)
{
	uint64_t most;

	if (!scope_lookup(scope, "RET", value) || !scope_lookup(scope, name, &most))
		return false;
	if ((int64_t)*value >= 0 && *value > most)
		*value = most;
	return true;
}

static bool hook_result_in_buffer(const struct scope *scope, uint64_t *bytes)
{
	return result_at_most(scope, "buflen", bytes);
}

static bool hook_stream_bytes(const struct scope *scope, uint64_t *bytes)
{
	return result_at_most(scope, "stream_buf_len", bytes);
}

static bool hook_received(const struct scope *scope, uint64_t *bytes)
{
	return result_at_most(scope, "len", bytes);
}

/* The same for an array. One without room for elements has none, also if the call failed. */
static bool ids_at_most(const struct scope *scope, const char *name, uint64_t *count)
{
	if (!result_at_most(scope, name, count))
		return false;
	if (!scope_value(scope, name))
		*count = 0;
	return true;
}

static bool hook_ids_of_mounts(const struct scope *scope, uint64_t *count)
{
	return ids_at_most(scope, "nr_mnt_ids", count);
}

static bool hook_ids_of_namespaces(const struct scope *scope, uint64_t *count)
{
	return ids_at_most(scope, "nr_ns_ids", count);
}

static bool hook_failed(const struct scope *scope)
{
	return (int64_t)scope_value(scope, "RET") < 0;
}

static bool hook_programs_are_there(const struct scope *scope)
{
	return !hook_failed(scope) || !scope_value(scope, "prog_cnt");
}

static bool hook_has_not_failed(const struct scope *scope)
{
	return !hook_failed(scope);
}

/*
 * recvmmsg(2), which has a timeout, sets msg_len of each message. sendmmsg(2) does also, but its
 * data are whole.
 */
static bool hook_received_bytes(const struct scope *scope, uint64_t *bytes)
{
	if (!scope_lookup(scope, "msg_len", bytes))
		return scope_lookup(scope, "RET", bytes);
	return scope_lookup(scope, "timeout", &(uint64_t){ 0 });
}

/*
 * ptrace(2), PTRACE_GET_SYSCALL_INFO: the kernel returns its size of the struct, and writes no more
 * than the caller has room for.
 */
static bool hook_syscall_info_size(const struct scope *scope, uint64_t *bytes)
{
	uint64_t room;

	if (!scope_lookup(scope, "RET", bytes) || (int64_t)*bytes < 0 ||
	    !scope_lookup(scope, "addr", &room))
		return false;
	if (*bytes > room)
		*bytes = room;
	return true;
}

/* ptrace(2): the kernel refuses a part of a register. */
static bool hook_regset_is_whole(const struct scope *scope)
{
	return hook_has_not_failed(scope) &&
	       scope_value(scope, "iov_len") % scope_abi_of_call(scope)->long_size == 0;
}

/* linux/rseq.h: the kernel refuses a struct that does not begin at a multiple of 32. */
static bool hook_rseq_is_aligned(const struct scope *scope)
{
	return scope_value(scope, "address") % 32 == 0;
}

static bool hook_clone_has_pidfd(const struct scope *scope)
{
	uint64_t flags = scope_value(scope, "flags");

	return flags & CLONE_PIDFD && !(flags & CLONE_PARENT_SETTID);
}

/* linux/gpio.h: the type of the value of an attribute. */
static const char *hook_gpio_attribute(const struct scope *scope)
{
	static const char *const keys[] = {
		[GPIO_V2_LINE_ATTR_ID_FLAGS] = "flags",
		[GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES] = "values",
		[GPIO_V2_LINE_ATTR_ID_DEBOUNCE] = "debounce",
	};
	uint64_t id = scope_value(scope, "head.id");

	return id < ARRAY_SIZE(keys) && !scope_value(scope, "head.padding") ? keys[id] : NULL;
}

/* linux/kd.h: a glyph has 32 lines, of as many bytes as its width needs. */
static bool hook_font_bytes(const struct scope *scope, uint64_t *bytes)
{
	uint64_t width = scope_value(scope, "width"), count = scope_value(scope, "charcount");

	return !__builtin_mul_overflow((width + 7) / 8 * 32, count, bytes);
}

/*
 * linux/dm-ioctl.h: whether the kernel would take the header: offsetof(struct dm_ioctl, data) is
 * 305.
 */
static bool hook_dm_is_whole(const struct scope *scope)
{
	return scope_value(scope, "major") == 4 && scope_value(scope, "data_size") >= 305;
}

/* Whether data can follow the header: an empty string is one. */
static bool hook_dm_has_string(const struct scope *scope)
{
	return scope_value(scope, "major") == 4 && scope_value(scope, "header.data_size") >= 305 &&
	       scope_value(scope, "header.data_size") >= scope_value(scope, "header.data_start");
}

/*
 * linux/lsm.h, struct lsm_ctx: the bytes of the context. The struct has `len` bytes, the first 32
 * of which precede it.
 */
static bool hook_lsm_context(const struct scope *scope, uint64_t *bytes)
{
	enum { LSM_CTX = 32 };
	uint64_t len = scope_value(scope, "len"), room = len > LSM_CTX ? len - LSM_CTX : 0;

	*bytes = scope_value(scope, "ctx_len");
	if (*bytes > room)
		*bytes = room;
	return true;
}

static bool hook_lsm_has_context(const struct scope *scope)
{
	uint64_t bytes;

	return hook_lsm_context(scope, &bytes) && bytes;
}

/* Whether at least this number of bytes follow the header. */
static bool dm_has(const struct scope *scope, uint64_t bytes)
{
	return hook_dm_has_string(scope) &&
	       scope_value(scope, "header.data_size") - scope_value(scope, "header.data_start") >=
		       bytes;
}

/*
 * linux/dm-ioctl.h: the bytes before the array of struct dm_target_deps and before the strings of
 * struct dm_target_msg, dm_name_list, dm_target_versions and dm_target_spec.
 */
enum { DM_HEAD = 8, DM_NAME = 12, DM_VERSION = 16, DM_TARGET = 40 };

static bool hook_dm_has_head(const struct scope *scope)
{
	return dm_has(scope, DM_HEAD);
}

static bool hook_dm_has_name(const struct scope *scope)
{
	return dm_has(scope, DM_NAME);
}

static bool hook_dm_has_version(const struct scope *scope)
{
	return dm_has(scope, DM_VERSION);
}

static bool dm_after(const struct scope *scope, uint64_t before, uint64_t *bytes)
{
	uint64_t size = scope_value(scope, "SIZE");

	*bytes = size > before ? size - before : 0;
	return true;
}

static bool hook_dm_after_head(const struct scope *scope, uint64_t *bytes)
{
	return dm_after(scope, DM_HEAD, bytes);
}

static bool hook_dm_after_name(const struct scope *scope, uint64_t *bytes)
{
	return dm_after(scope, DM_NAME, bytes);
}

static bool hook_dm_after_version(const struct scope *scope, uint64_t *bytes)
{
	return dm_after(scope, DM_VERSION, bytes);
}

static bool hook_dm_after_target(const struct scope *scope, uint64_t *bytes)
{
	return dm_after(scope, DM_TARGET, bytes);
}

/*
 * linux/dm-ioctl.h, struct dm_name_list: the bytes from the start of the name to the number of the
 * event.
 */
static bool hook_dm_event(const struct scope *scope, uint64_t *bytes)
{
	uint64_t length;

	if (!scope_lookup(scope, "name.LENGTH", &length))
		return false;
	*bytes = (DM_NAME + length + 1 + 7) / 8 * 8 - DM_NAME;
	return true;
}

/* Whether the number of the event lies before the next record. */
static bool hook_dm_has_event(const struct scope *scope)
{
	uint64_t bytes;

	return hook_dm_event(scope, &bytes) &&
	       DM_NAME + bytes + sizeof(uint32_t) <= scope_value(scope, "next");
}

/* Whether all devices fit. The kernel writes none of them if not. */
static bool hook_dm_has_deps(const struct scope *scope)
{
	return dm_has(scope, DM_HEAD) &&
	       dm_has(scope, DM_HEAD + sizeof(uint64_t) * scope_value(scope, "n_deps"));
}

static bool hook_dm_has_targets(const struct scope *scope)
{
	return dm_has(scope, DM_TARGET) && scope_value(scope, "header.target_count");
}

/* netdevice(7): SIOCGIFCONF without a buffer asks for the length that one must have. */
static bool hook_ifconf_is_asked(const struct scope *scope)
{
	return !scope_value(scope, "ifc_pointer") && !hook_failed(scope);
}

static bool hook_ifconf_is_read(const struct scope *scope)
{
	return !hook_ifconf_is_asked(scope);
}

/*
 * Types of requests, _IOC_TYPE(), of which strace 7.2 decodes some. It shows the arguments of the
 * others as addresses.
 */
static bool has_decoded_type(uint32_t request)
{
	static const char types[] =
		"\x03\x12\x15!\"$=>EIKLMORTVWXfiopu\x89\x8a\x94\xa4\xaa\xab\xae\xb4\xb7\xfd\xff";

	return memchr(types, request >> 8 & 0xff, sizeof(types) - 1);
}

/*
 * The structs of these requests may have any size: the kernel looks at the type and the number
 * alone. linux/pidfd.h: PIDFD_GET_INFO; linux/nsfs.h: NS_MNT_GET_INFO, and NS_MNT_GET_NEXT and
 * NS_MNT_GET_PREV, which return a descriptor.
 */
static const char *struct_of_any_size(uint32_t request)
{
	unsigned type = request >> 8 & 0xff, number = request & 0xff;

	if (type == 0xff && number == 11)
		return "pidfd_info";
	if (type == 0xb7 && number >= 10 && number <= 12)
		return number == 10 ? "mnt_ns_info" : "mnt_ns_next";
	return NULL;
}

/*
 * asm-generic/ioctl.h: which way the bytes go. A request that encodes a size and no direction may
 * do anything. Some requests encode a size, and have a number as argument nevertheless: 0 is one.
 */
static const char *hook_ioctl_direction(const struct scope *scope)
{
	static const char *const keys[] = { "both", "write", "read", "both" };
	uint32_t request = (uint32_t)scope_value(scope, "op");

	if (struct_of_any_size(request))
		return struct_of_any_size(request);
	if (has_decoded_type(request) || !scope_value(scope, "arg") ||
	    !ioctl_size(scope_abi_of_call(scope), request))
		return NULL;
	return keys[request >> 30];
}

static const char *hook_ioctl_family(const struct scope *scope)
{
	uint64_t fd;

	if (!scope_lookup(scope, "fd", &fd))
		return NULL;
	switch (scope_socket_family(scope, (int)fd)) {
	case AF_INET:
		return "inet";
	case AF_INET6:
		return "inet6";
	default:
		return NULL;
	}
}

/* linux/kvm.h: offsetof(struct kvm_run, exit_reason) */
#define EXIT_REASON 8

static uint64_t exit_of(const struct scope *scope, bool whole)
{
	uint64_t fd, run = 0;

	if (scope_lookup(scope, "fd", &fd))
		run = scope_kvm_run(scope, (int)fd, whole);
	return run ? run + EXIT_REASON : 0;
}

static uint64_t hook_kvm_exit_reason(const struct scope *scope)
{
	return exit_of(scope, false);
}

static uint64_t hook_kvm_exit(const struct scope *scope)
{
	return exit_of(scope, true);
}

/* linux/kvm.h: members of struct kvm_run by their offsets. */
enum {
	RUN_REASON = 8,
	RUN_IO_DIRECTION = 32,
	RUN_IO_SIZE = 33,
	RUN_IO_COUNT = 36,
	RUN_IO_OFFSET = 40,
	RUN_MMIO_DATA = 40,
	RUN_MMIO_LEN = 48,
	RUN_MMIO_IS_WRITE = 52,
	RUN_MSR_DATA = 48,
	EXIT_IO = 2, /* KVM_EXIT_* */
	EXIT_MMIO = 6,
	EXIT_RDMSR = 29,
};

/* What the guest has asked for when the last KVM_RUN returned. Returns false if it has not. */
static bool find_answer(const struct scope *scope, uint64_t *address, uint64_t *len)
{
	uint64_t run = exit_of(scope, true), reason, is_write, size, count, offset;

	if (!run)
		return false;
	run -= EXIT_REASON;
	if (!scope_number(scope, run + RUN_REASON, STORE_U32, &reason))
		return false;
	switch (reason) {
	case EXIT_IO:
		*len = 0;
		if (scope_number(scope, run + RUN_IO_DIRECTION, STORE_U8, &is_write) &&
		    scope_number(scope, run + RUN_IO_SIZE, STORE_U8, &size) &&
		    scope_number(scope, run + RUN_IO_COUNT, STORE_U32, &count) &&
		    scope_number(scope, run + RUN_IO_OFFSET, STORE_U64, &offset) && !is_write) {
			*address = run + offset;
			*len = size * count;
		}
		return *len;
	case EXIT_MMIO:
		*address = run + RUN_MMIO_DATA;
		return scope_number(scope, run + RUN_MMIO_IS_WRITE, STORE_U8, &is_write) &&
		       scope_number(scope, run + RUN_MMIO_LEN, STORE_U32, len) && !is_write && *len;
	case EXIT_RDMSR:
		*address = run + RUN_MSR_DATA;
		*len = sizeof(uint64_t);
		return true;
	default:
		return false;
	}
}

static uint64_t hook_kvm_answer(const struct scope *scope)
{
	uint64_t address, len;

	return find_answer(scope, &address, &len) ? address : 0;
}

static bool hook_kvm_answer_bytes(const struct scope *scope, uint64_t *len)
{
	uint64_t address;

	return find_answer(scope, &address, len);
}

/*
 * What read(2) has got from a descriptor of events. name: what /proc/PID/fd shows of it
 * (fs/eventfd.c and others). unit: the bytes of one event; 1: their sizes differ.
 */
static uint64_t events_at(const struct scope *scope, const char *name, unsigned unit)
{
	uint64_t n, fd, buffer;
	char shown[24];

	if (!scope_lookup(scope, "RET", &n) || (int64_t)n <= 0 || n % unit ||
	    !scope_lookup(scope, "fd", &fd) || !scope_lookup(scope, "buf", &buffer) ||
	    !scope_anonymous_name(scope, (int)fd, shown, sizeof(shown)) || strcmp(shown, name) != 0)
		return 0;
	return buffer;
}

static uint64_t hook_inotify_events(const struct scope *scope)
{
	return events_at(scope, "inotify", 1);
}

static uint64_t hook_fanotify_events(const struct scope *scope)
{
	return events_at(scope, "[fanotify]", 1);
}

static uint64_t hook_signalfd_events(const struct scope *scope)
{
	return events_at(scope, "[signalfd]", 128);
}

static uint64_t hook_userfaultfd_events(const struct scope *scope)
{
	return events_at(scope, "[userfaultfd]", 32);
}

static uint64_t hook_eventfd_count(const struct scope *scope)
{
	return events_at(scope, "[eventfd]", 8);
}

static uint64_t hook_timerfd_count(const struct scope *scope)
{
	return events_at(scope, "[timerfd]", 8);
}

static bool hook_ethtool_sets(const struct scope *scope, uint64_t *count)
{
	uint64_t mask;

	if (!scope_lookup(scope, "sset_mask", &mask))
		return false;
	*count = (uint64_t)__builtin_popcountll(mask);
	return true;
}

static bool hook_ethtool_key(const struct scope *scope, uint64_t *bytes)
{
	uint64_t size;

	if (!scope_lookup(scope, "indir_size", &size))
		return false;
	*bytes = size == UINT32_MAX ? 0 : size * sizeof(uint32_t);
	return true;
}

static bool (*const tests[])(const struct scope *scope) = {
	[HOOK_IS_DEVICE] = hook_is_device,
	[HOOK_IS_NO_DEVICE] = hook_is_no_device,
	[HOOK_MODE_IS_DEVICE] = hook_mode_is_device,
	[HOOK_OPEN_HOW_MODE] = hook_open_how_mode,
	[HOOK_HAS_MOUNT_TYPE] = hook_has_mount_type,
	[HOOK_HAS_MOUNT_DATA] = hook_has_mount_data,
	[HOOK_HAS_SET_TID] = hook_has_set_tid,
	[HOOK_HAS_CGROUP] = hook_has_cgroup,
	[HOOK_HAS_SCHED_ATTR] = hook_has_sched_attr,
	[HOOK_HAS_SCHED_POLICY] = hook_has_sched_policy,
	[HOOK_HAS_SCHED_PARAMS] = hook_has_sched_params,
	[HOOK_IS_SIGNAL] = hook_is_signal,
	[HOOK_HAS_SIGNAL] = hook_has_signal,
	[HOOK_HAS_NO_SIGNAL] = hook_has_no_signal,
	[HOOK_IS_HANDLER_NAME] = hook_is_handler_name,
	[HOOK_IS_LINK_LOCAL] = hook_is_link_local,
	[HOOK_IS_GLOBAL] = hook_is_global,
	[HOOK_IS_DONE] = hook_is_done,
	[HOOK_SET_TID_IS_LIST] = hook_set_tid_is_list,
	[HOOK_SET_TID_IS_ODD] = hook_set_tid_is_odd,
	[HOOK_FILTER_JUMPS] = hook_filter_jumps,
	[HOOK_FILTER_RETURNS] = hook_filter_returns,
	[HOOK_FILTER_GOES_ON] = hook_filter_goes_on,
	[HOOK_FILTER_LOADS_PROPERTY] = hook_filter_loads_property,
	[HOOK_FILTER_LOADS_NETWORK] = hook_filter_loads_network,
	[HOOK_FILTER_LOADS_LINK] = hook_filter_loads_link,
	[HOOK_FILTER_LOADS_NONE] = hook_filter_loads_none,
	[HOOK_IS_LIST] = hook_is_list,
	[HOOK_SG_SENDS_BYTES] = hook_sg_sends_bytes,
	[HOOK_SG_SENDS_VECTOR] = hook_sg_sends_vector,
	[HOOK_SG_FETCHES_BYTES] = hook_sg_fetches_bytes,
	[HOOK_SG_FETCHES_VECTOR] = hook_sg_fetches_vector,
	[HOOK_SG_EXCHANGES_BYTES] = hook_sg_exchanges_bytes,
	[HOOK_SG_EXCHANGES_VECTOR] = hook_sg_exchanges_vector,
	[HOOK_SG_FETCHED] = hook_sg_fetched,
	[HOOK_FAILED] = hook_failed,
	[HOOK_HAS_NOT_FAILED] = hook_has_not_failed,
	[HOOK_PROGRAMS_ARE_THERE] = hook_programs_are_there,
	[HOOK_RESULT_FITS] = hook_result_fits,
	[HOOK_AX25_HAS_REST] = hook_ax25_has_rest,
	[HOOK_BPF_IS_MAP] = hook_bpf_is_map,
	[HOOK_BPF_IS_PROGRAM] = hook_bpf_is_program,
	[HOOK_BPF_IS_LINK] = hook_bpf_is_link,
	[HOOK_BPF_IS_BTF] = hook_bpf_is_btf,
	[HOOK_BPF_IS_OTHER] = hook_bpf_is_other,
	[HOOK_IS_NETLINK] = hook_is_netlink,
	[HOOK_IS_UEVENT] = hook_is_uevent,
	[HOOK_LSM_HAS_CONTEXT] = hook_lsm_has_context,
	[HOOK_DM_HAS_DEPS] = hook_dm_has_deps,
	[HOOK_DM_HAS_EVENT] = hook_dm_has_event,
	[HOOK_REGSET_IS_WHOLE] = hook_regset_is_whole,
	[HOOK_RSEQ_IS_ALIGNED] = hook_rseq_is_aligned,
	[HOOK_CLONE_HAS_PIDFD] = hook_clone_has_pidfd,
	[HOOK_DM_IS_WHOLE] = hook_dm_is_whole,
	[HOOK_DM_HAS_STRING] = hook_dm_has_string,
	[HOOK_DM_HAS_TARGETS] = hook_dm_has_targets,
	[HOOK_DM_HAS_HEAD] = hook_dm_has_head,
	[HOOK_DM_HAS_NAME] = hook_dm_has_name,
	[HOOK_DM_HAS_VERSION] = hook_dm_has_version,
	[HOOK_IFCONF_IS_ASKED] = hook_ifconf_is_asked,
	[HOOK_IFCONF_IS_READ] = hook_ifconf_is_read,
};

static bool (*const sizes[])(const struct scope *scope, uint64_t *number) = {
	[HOOK_RESULT_IN_BUFFER] = hook_result_in_buffer,
	[HOOK_STREAM_BYTES] = hook_stream_bytes,
	[HOOK_RECEIVED] = hook_received,
	[HOOK_IDS_OF_MOUNTS] = hook_ids_of_mounts,
	[HOOK_IDS_OF_NAMESPACES] = hook_ids_of_namespaces,
	[HOOK_SYSCALL_INFO_SIZE] = hook_syscall_info_size,
	[HOOK_AX25_REST] = hook_ax25_rest,
	[HOOK_RXRPC_SIZE] = hook_rxrpc_size,
	[HOOK_NETLINK_ASKED] = hook_netlink_asked,
	[HOOK_NETLINK_AFTER_ASKED] = hook_netlink_after_asked,
	[HOOK_DM_AFTER_HEAD] = hook_dm_after_head,
	[HOOK_DM_AFTER_NAME] = hook_dm_after_name,
	[HOOK_ETHTOOL_SETS] = hook_ethtool_sets,
	[HOOK_ETHTOOL_KEY] = hook_ethtool_key,
	[HOOK_DM_AFTER_VERSION] = hook_dm_after_version,
	[HOOK_DM_AFTER_TARGET] = hook_dm_after_target,
	[HOOK_LSM_CONTEXT] = hook_lsm_context,
	[HOOK_DM_EVENT] = hook_dm_event,
	[HOOK_FONT_BYTES] = hook_font_bytes,
	[HOOK_RECEIVED_BYTES] = hook_received_bytes,
	[HOOK_KVM_ANSWER_BYTES] = hook_kvm_answer_bytes,
};

static const char *(*const words[])(const struct scope *scope) = {
	[HOOK_FILTER_MACRO] = hook_filter_macro,
	[HOOK_FILTER_CLASS] = hook_filter_class,
	[HOOK_SIGINFO] = hook_siginfo,
	[HOOK_NETLINK_TYPE] = hook_netlink_type,
	[HOOK_NETLINK_FLAGS] = hook_netlink_flags,
	[HOOK_NETLINK_PAYLOAD] = hook_netlink_payload,
	[HOOK_SOCKADDR] = hook_sockaddr,
	[HOOK_AX25] = hook_ax25,
	[HOOK_RXRPC] = hook_rxrpc,
	[HOOK_BPF_CLASS] = hook_bpf_class,
	[HOOK_IOCTL_MACRO] = hook_ioctl_macro,
	[HOOK_DIAG_BYTECODE] = hook_diag_bytecode,
	[HOOK_IOCTL_FAMILY] = hook_ioctl_family,
	[HOOK_GPIO_ATTRIBUTE] = hook_gpio_attribute,
	[HOOK_IOCTL_DIRECTION] = hook_ioctl_direction,
};

static uint64_t (*const addresses[])(const struct scope *scope) = {
	[HOOK_KVM_EXIT_REASON] = hook_kvm_exit_reason,
	[HOOK_KVM_EXIT] = hook_kvm_exit,
	[HOOK_KVM_ANSWER] = hook_kvm_answer,
	[HOOK_INOTIFY_EVENTS] = hook_inotify_events,
	[HOOK_FANOTIFY_EVENTS] = hook_fanotify_events,
	[HOOK_SIGNALFD_EVENTS] = hook_signalfd_events,
	[HOOK_USERFAULTFD_EVENTS] = hook_userfaultfd_events,
	[HOOK_EVENTFD_COUNT] = hook_eventfd_count,
	[HOOK_TIMERFD_COUNT] = hook_timerfd_count,
};

bool hook_test(enum hook_test hook, const struct scope *scope)
{
	return tests[hook](scope);
}

bool hook_size(enum hook_size hook, const struct scope *scope, uint64_t *number)
{
	return sizes[hook](scope, number);
}

const char *hook_word(enum hook_word hook, const struct scope *scope)
{
	return words[hook](scope);
}

uint64_t hook_address(enum hook_address hook, const struct scope *scope)
{
	return addresses[hook](scope);
}
