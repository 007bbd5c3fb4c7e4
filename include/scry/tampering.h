/* SPDX-License-Identifier: MIT */
/* Public header of src/tampering/: -e inject and -e fault, which change calls. */
#ifndef SCRY_TAMPERING_H
#define SCRY_TAMPERING_H

#include "scry/sets.h"

/* -e inject=poke_enter and poke_exit: bytes to write to the memory that an argument points to. */
struct poke {
	unsigned argument;	/* index, from 0 */
	bool at_exit;
	unsigned char *bytes;
	size_t len;
};

/* -e inject, -e fault. */
struct injection {
	struct call_set set;
	bool set_result, is_error;
	int64_t result;		/* -errno if is_error */
	/* the call that runs instead, with set_result; ID_none: no call runs */
	enum syscall_id instead;
	int signal;		/* 0: none */
	bool delays_enter, delays_exit;	/* a delay was asked for; it may be 0 */
	uint64_t delay_enter_ns, delay_exit_ns;
	struct poke *pokes;
	size_t n_pokes, pokes_capacity;
	uint32_t first, last, step;	/* invocations of a call in a tracee, counted from 1 */
};

/*
 * Parses
 *
 *	SET[:error=ERRNO|:retval=N][:signal=SIG][:syscall=CALL][:delay_enter=TIME][:delay_exit=TIME]
 *	[:poke_enter=@argN=HEX,...][:poke_exit=@argN=HEX,...][:when=FIRST[..LAST][+[STEP]]]
 *
 * fault: only error, syscall and when are allowed, and the default error is ENOSYS. On failure,
 * returns false and sets *error as call_set_parse() does; *injection then owns no memory.
 */
bool injection_parse(const char *expression, bool fault, struct injection *injection,
			    char **error);
/* Frees the memory that an injection owns, but not the struct itself. */
void injection_free(struct injection *injection);
/* Returns whether the expression selects this invocation (counted from 1) of a call. */
bool injection_is_due(const struct injection *injection, uint32_t invocation);

#endif
