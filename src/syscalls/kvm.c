/* SPDX-License-Identifier: MIT */
/* The members of struct kvm_run after KVM_RUN has returned (linux/kvm.h), for -e kvm=vcpu+. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(kvm_run_hw, IN(hardware_exit_reason, hex64));
STRUCT_TYPE(kvm_run_fail_entry, IN(hardware_entry_failure_reason, hex64), IN(cpu, uint));
STRUCT_TYPE(kvm_run_ex, IN(exception, uint), IN(error_code, hex32));
/*
 * What the guest writes to a port lies data_offset bytes after the begin of struct kvm_run, in which this struct begins at 32.
 * Of what it reads there is only the place, to which the program writes the answer before the next KVM_RUN.
 */
#define IO_DATA(type) IN(data, type, COUNT_MAX(count, 4096), OFFSET_EXACT(data_offset, -48), WHEN(direction, IS, KVM_EXIT_IO_OUT))
CHOICE(kvm_io_data, size, WITH(1, IO_DATA(hex8)), WITH(2, IO_DATA(hex16)), WITH(4, IO_DATA(hex32)), OTHERWISE(PAD(0)));
STRUCT_TYPE(kvm_run_io,
	IN(direction, kvm_exit_io), IN(size, u8), IN(port, hex16), IN(count, uint), IN(data_offset, u64), CHOOSE(kvm_io_data));
STRUCT_TYPE(kvm_run_mmio,
	IN(phys_addr, hex64), IN(data, hex8, COUNT_MAX(len, 8), WHEN(is_write, IS_NOT, 0)), PAD(8), IN(len, uint), IN(is_write, u8));
STRUCT_TYPE(kvm_run_hypercall, IN(nr, u64), IN(args, hex64, COUNT_IS(6)), IN(ret, hex64), IN(longmode, uint));
STRUCT_TYPE(kvm_run_internal, IN(suberror, kvm_internal_error), IN(ndata, uint));
STRUCT_TYPE(kvm_run_system_event, IN(type, kvm_system_event), IN(ndata, uint), IN(flags, hex64));
STRUCT_TYPE(kvm_run_eoi, IN(vector, u8));
STRUCT_TYPE(kvm_run_msr, IN(error, u8), PAD(7), IN(reason, kvm_msr_exit_reason), IN(index, hex32), IN(data, hex64));
STRUCT_TYPE(kvm_run_notify, IN(flags, hex32));

CHOICE(kvm_run_data, exit_reason,
	WITH(KVM_EXIT_UNKNOWN, IN(hw, kvm_run_hw)),
	WITH(KVM_EXIT_FAIL_ENTRY, IN(fail_entry, kvm_run_fail_entry)),
	WITH(KVM_EXIT_EXCEPTION, IN(ex, kvm_run_ex)),
	WITH(KVM_EXIT_IO, IN(io, kvm_run_io)),
	WITH(KVM_EXIT_MMIO, IN(mmio, kvm_run_mmio)),
	WITH(KVM_EXIT_HYPERCALL, IN(hypercall, kvm_run_hypercall)),
	WITH(KVM_EXIT_INTERNAL_ERROR, IN(internal, kvm_run_internal)),
	WITH(KVM_EXIT_SYSTEM_EVENT, IN(system_event, kvm_run_system_event)),
	WITH(KVM_EXIT_IOAPIC_EOI, IN(eoi, kvm_run_eoi)),
	WITH(KVM_EXIT_X86_RDMSR|KVM_EXIT_X86_WRMSR, IN(msr, kvm_run_msr)),
	WITH(KVM_EXIT_NOTIFY, IN(notify, kvm_run_notify)),
	OTHERWISE(PAD(8)));
/* From exit_reason on, at offset 8 of struct kvm_run. */
STRUCT_TYPE_AS(kvm_run_exit, VIEW(ORDER(exit_reason, CHOICE, flags, ready_for_interrupt_injection, if_flag, cr8, apic_base),
		NONZERO(flags), QUIET(ready_for_interrupt_injection, if_flag, cr8, apic_base)),
	IN(exit_reason, kvm_exit), IN(ready_for_interrupt_injection, u8), IN(if_flag, u8), IN(flags, kvm_run_flags), IN(cr8, hex64),
	IN(apic_base, hex64), CHOOSE(kvm_run_data));
