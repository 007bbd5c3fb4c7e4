/* SPDX-License-Identifier: MIT */
/* The hooks that rows name: scry/hook.h. None of these functions is called without a hook. */
#ifndef SCRY_DECODE_LOOKUP_HOOKS_H
#define SCRY_DECODE_LOOKUP_HOOKS_H

#include "scry/hook.h"
#include "scry/type.h"

/* Returns whether the condition holds. */
bool hook_test(enum hook_test hook, const struct scope *scope);
/* Stores a number of bytes or elements. Returns false if it is not known. */
bool hook_size(enum hook_size hook, const struct scope *scope, uint64_t *number);
/* Returns a key of a choice, or the name of a macro; NULL: none. */
const char *hook_word(enum hook_word hook, const struct scope *scope);
/* Returns the address of what a note shows; 0: there is no note. */
uint64_t hook_address(enum hook_address hook, const struct scope *scope);

/* Hooks of one file that the other calls, or has in its tables. */
bool hook_is_netlink(const struct scope *scope);
bool hook_is_uevent(const struct scope *scope);
bool hook_netlink_asked(const struct scope *scope, uint64_t *bytes);
bool hook_netlink_after_asked(const struct scope *scope, uint64_t *bytes);
const char *hook_netlink_type(const struct scope *scope);
const char *hook_netlink_flags(const struct scope *scope);
const char *hook_netlink_payload(const struct scope *scope);
const char *hook_diag_bytecode(const struct scope *scope);

/* What hooks ask of their scope: scope.c. */

/*
 * Gets the value of a sibling. The name is that of a struct size_expr. Returns false if there is no
 * such sibling.
 */
bool scope_lookup(const struct scope *scope, const char *name, uint64_t *value);
/* Returns the value of a sibling; 0: there is no such sibling. */
uint64_t scope_value(const struct scope *scope, const char *name);
/* The ABI of the call. */
const struct abi *scope_abi_of_call(const struct scope *scope);
/*
 * Returns the protocol of a netlink socket of the tracee; -1: the descriptor is no such socket. A
 * call asks once.
 */
int scope_netlink(const struct scope *scope, int fd);
/*
 * Returns the address family of a socket of the tracee; 0: the descriptor is no socket, or it is
 * unknown which one.
 */
int scope_socket_family(const struct scope *scope, int fd);
/*
 * Returns whether text shows all members (-v), as other outputs do. A hook that asks for more only
 * then need not ask otherwise.
 */
bool scope_shows_all(const struct scope *scope);
/*
 * Gets the name of what a descriptor of the tracee refers to, if it is no file: "bpf-map" if
 * /proc/PID/fd shows "anon_inode:bpf-map". Writes at most len bytes, with a NUL. Returns false if
 * it is a file, or unknown.
 */
bool scope_anonymous_name(const struct scope *scope, int fd, char *name, size_t len);
/* Reads a number from the memory of the tracee. Returns false if it cannot be read. */
bool scope_number(const struct scope *scope, uint64_t address, enum storage storage,
		  uint64_t *value);
/*
 * Returns the address of the struct kvm_run of the tracee's descriptor if -e kvm shows it, and with
 * `whole` if it shows the members; else 0.
 */
uint64_t scope_kvm_run(const struct scope *scope, int fd, bool whole);

#endif
