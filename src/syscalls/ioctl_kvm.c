/* SPDX-License-Identifier: MIT */
/* What ioctls of virtual machines pass: linux/kvm.h, asm/kvm.h of x86. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(kvm_userspace_memory_region,
	IN(slot, uint), IN(flags, kvm_memory), IN(guest_phys_addr, hex64), IN(memory_size, u64), IN(userspace_addr, hex64));
STRUCT_TYPE(kvm_cpuid_entry2,
	IN(function, hex32), IN(index, hex32), IN(flags, kvm_cpuid_flags), IN(eax, hex32), IN(ebx, hex32), IN(ecx, hex32),
	IN(edx, hex32), PAD(12));
STRUCT_TYPE(kvm_cpuid2, IN(nent, uint), PAD(4), IN(entries, kvm_cpuid_entry2, COUNT(nent), ABBREV));
STRUCT_TYPE(kvm_regs,
	IN(rax, hex64), GAP, IN(rbx, hex64, USUAL), IN(rcx, hex64, USUAL), IN(rdx, hex64, USUAL), IN(rsi, hex64, USUAL),
	IN(rdi, hex64, USUAL), IN(rsp, hex64), IN(rbp, hex64), GAP, IN(r8, hex64, USUAL), IN(r9, hex64, USUAL), IN(r10, hex64, USUAL),
	IN(r11, hex64, USUAL), IN(r12, hex64, USUAL), IN(r13, hex64, USUAL), IN(r14, hex64, USUAL), IN(r15, hex64, USUAL),
	IN(rip, hex64), IN(rflags, hex64));
STRUCT_TYPE(kvm_segment,
	IN(base, hex64), IN(limit, uint), IN(selector, u16), IN(type, u8), IN(present, u8), IN(dpl, u8), IN(db, u8), IN(s, u8),
	IN(l, u8), IN(g, u8), IN(avl, u8), PAD(1), PAD(1));
STRUCT_TYPE(kvm_dtable, IN(base, hex64), IN(limit, u16), PAD(6));
STRUCT_TYPE(kvm_sregs,
	IN(cs, kvm_segment), IN(ds, kvm_segment, VERBOSE), IN(es, kvm_segment, VERBOSE), IN(fs, kvm_segment, VERBOSE),
	IN(gs, kvm_segment, VERBOSE), IN(ss, kvm_segment, VERBOSE), IN(tr, kvm_segment, VERBOSE), IN(ldt, kvm_segment, VERBOSE),
	IN(gdt, kvm_dtable, VERBOSE), IN(idt, kvm_dtable, VERBOSE), IN(cr0, hex64, VERBOSE), IN(cr2, hex64, VERBOSE),
	IN(cr3, hex64, VERBOSE), IN(cr4, hex64, VERBOSE), IN(cr8, hex64, VERBOSE), IN(efer, hex64, VERBOSE),
	IN(apic_base, hex64, VERBOSE), IN(interrupt_bitmap, hex64, COUNT_IS(4), VERBOSE));
