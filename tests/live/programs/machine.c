/* SPDX-License-Identifier: MIT */
/*
 * Runs a virtual machine that writes to ports and to memory that does not exist, reads from both, and
 * then halts.
 */
#include <fcntl.h>
#include <linux/kvm.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define MEMORY 0x1000

/*
 * 16-bit code: mov $0x42, %al; out %al, $0x10; in $0x11, %al; mov $0x1234, %ax; out %ax, $0x12;
 * mov %ax, 0x8000; mov 0x8002, %al; hlt
 */
static const unsigned char code[] = {
	0xb0, 0x42, 0xe6, 0x10, 0xe4, 0x11, 0xb8, 0x34, 0x12,
	0xe7, 0x12, 0xa3, 0x00, 0x80, 0xa0, 0x02, 0x80, 0xf4,
};

static int prepare(int machine, int cpu)
{
	struct kvm_userspace_memory_region region = { .memory_size = MEMORY };
	struct kvm_regs registers = { .rflags = 2 };
	struct kvm_sregs special;
	unsigned char *memory =
		mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	memcpy(memory, code, sizeof(code));
	region.userspace_addr = (unsigned long)memory;
	if (ioctl(machine, KVM_SET_USER_MEMORY_REGION, &region) ||
	    ioctl(cpu, KVM_GET_SREGS, &special))
		return -1;
	special.cs.base = special.cs.selector = 0;
	return ioctl(cpu, KVM_SET_SREGS, &special) || ioctl(cpu, KVM_SET_REGS, &registers);
}

int main(void)
{
	int kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC), machine, cpu, size;
	struct kvm_run *run;

	machine = kvm < 0 ? -1 : ioctl(kvm, KVM_CREATE_VM, 0);
	cpu = machine < 0 ? -1 : ioctl(machine, KVM_CREATE_VCPU, 0);
	size = cpu < 0 ? -1 : ioctl(kvm, KVM_GET_VCPU_MMAP_SIZE, 0);
	if (size < 0)
		return 77;
	run = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, cpu, 0);
	if (run == MAP_FAILED || prepare(machine, cpu))
		return 77;
	for (int i = 0; i < 10; i++) {
		if (ioctl(cpu, KVM_RUN, 0))
			return 1;
		if (run->exit_reason == KVM_EXIT_HLT)
			return 0;
		if (run->exit_reason == KVM_EXIT_IO && run->io.direction == KVM_EXIT_IO_IN)
			*((char *)run + run->io.data_offset) = 'Q';
		if (run->exit_reason == KVM_EXIT_MMIO && !run->mmio.is_write)
			run->mmio.data[0] = 'Z';
	}
	return 2;
}
