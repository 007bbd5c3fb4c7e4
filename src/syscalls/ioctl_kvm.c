/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of virtual machines: linux/kvm.h, asm/kvm.h of x86. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(kvm_userspace_memory_region,
	IN(slot, uint), IN(flags, kvm_memory), IN(guest_phys_addr, hex64), IN(memory_size, u64), IN(userspace_addr, hex64));
STRUCT_TYPE(kvm_cpuid_entry2,
	IN(function, hex32), IN(index, hex32), IN(flags, kvm_cpuid_flags), IN(eax, hex32), IN(ebx, hex32), IN(ecx, hex32),
	IN(edx, hex32), PAD(12));
STRUCT_TYPE_AS(kvm_cpuid2, VIEW(ABBREV(entries)), IN(nent, uint), PAD(4), IN(entries, kvm_cpuid_entry2, COUNT(nent)));
STRUCT_TYPE_AS(kvm_regs, VIEW(ORDER(rax, ..., rbx, rcx, rdx, rsi, rdi, rsp, rbp, ..., r8, r9, r10, r11, r12, r13, r14, r15, rip,
		rflags), QUIET(rbx, rcx, rdx, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15)),
	IN(rax, hex64), IN(rbx, hex64), IN(rcx, hex64), IN(rdx, hex64), IN(rsi, hex64),
	IN(rdi, hex64), IN(rsp, hex64), IN(rbp, hex64), IN(r8, hex64), IN(r9, hex64), IN(r10, hex64),
	IN(r11, hex64), IN(r12, hex64), IN(r13, hex64), IN(r14, hex64), IN(r15, hex64),
	IN(rip, hex64), IN(rflags, hex64));
STRUCT_TYPE(kvm_segment,
	IN(base, hex64), IN(limit, uint), IN(selector, u16), IN(type, u8), IN(present, u8), IN(dpl, u8), IN(db, u8), IN(s, u8),
	IN(l, u8), IN(g, u8), IN(avl, u8), PAD(1), PAD(1));
STRUCT_TYPE(kvm_dtable, IN(base, hex64), IN(limit, u16), PAD(6));
STRUCT_TYPE_AS(kvm_sregs, VIEW(VERBOSE(ds, es, fs, gs, ss, tr, ldt, gdt, idt, cr0, cr2, cr3, cr4, cr8, efer, apic_base,
		interrupt_bitmap)),
	IN(cs, kvm_segment), IN(ds, kvm_segment), IN(es, kvm_segment), IN(fs, kvm_segment),
	IN(gs, kvm_segment), IN(ss, kvm_segment), IN(tr, kvm_segment), IN(ldt, kvm_segment),
	IN(gdt, kvm_dtable), IN(idt, kvm_dtable), IN(cr0, hex64), IN(cr2, hex64),
	IN(cr3, hex64), IN(cr4, hex64), IN(cr8, hex64), IN(efer, hex64),
	IN(apic_base, hex64), IN(interrupt_bitmap, hex64, COUNT_IS(4)));
