/* SPDX-License-Identifier: MIT */
/* What all files compute from a record. */
#include "scry/arch.h"
#include "scry/export.h"
#include "scry/syscalls.h"

/*
 * The kernel splits the CPU time of a thread into that of the program and that of the kernel by the ticks that hit either
 * (cputime_adjust()), so that the CPU time of one short call says nothing.
 */
#define SHORT_NS 100000u

const char *export_error(const struct call *call)
{
	if (!call->returned || !call->is_error)
		return NULL;
	return errno_name(call->abi ? call->abi : abi_native(), (unsigned)-call->result);
}

uint64_t export_duration(const struct export_record *record)
{
	uint64_t end = record->call->returned ? record->call->returned_ns : record->event->mono_ns;

	return end > record->call->entered_ns ? end - record->call->entered_ns : 0;
}

uint64_t export_waiting(const struct export_record *record)
{
	uint64_t duration = export_duration(record);

	if (!record->has_system || duration < SHORT_NS || duration < record->system_ns)
		return 0;
	return duration - record->system_ns;
}
