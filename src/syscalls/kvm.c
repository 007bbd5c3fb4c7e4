/* SPDX-License-Identifier: MIT */
/* The members of struct kvm_run after KVM_RUN has returned (linux/kvm.h), for -e kvm=vcpu+. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(kvm_run_hw, IN(hardware_exit_reason, hex64));
STRUCT_TYPE(kvm_run_fail_entry, IN(hardware_entry_failure_reason, hex64), IN(cpu, uint));
STRUCT_TYPE(kvm_run_ex, IN(exception, uint), IN(error_code, hex32));
STRUCT_TYPE(kvm_run_io, IN(direction, kvm_exit_io), IN(size, u8), IN(port, hex16), IN(count, uint), IN(data_offset, u64));
STRUCT_TYPE(kvm_run_mmio, IN(phys_addr, hex64), IN(data, bytes, LEN_IS(8)), IN(len, uint), IN(is_write, u8));
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
/* From exit_reason on, at offset 8 of struct kvm_run. The state of the virtual CPU is left out. */
STRUCT_TYPE(kvm_run_exit, IN(exit_reason, kvm_exit), PAD(20), CHOOSE(kvm_run_data));
