/* SPDX-License-Identifier: MIT */
/*
 * Makes a map, a program that uses it and another map, a link, and type information, and asks the
 * kernel about each by its descriptor. Ends with status 77 if the kernel refuses to make them.
 */
#include <linux/bpf.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t address_of(const void *object)
{
	return (uint64_t)(uintptr_t)object;
}

static int call_bpf(int command, union bpf_attr *attr)
{
	return (int)syscall(SYS_bpf, command, attr, sizeof(*attr));
}

static int made(int fd)
{
	if (fd < 0)
		_exit(77);
	return fd;
}

static int make_map(const char *name)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 8, .max_entries = 1
	};

	strcpy(attr.map_name, name);
	return made(call_bpf(BPF_MAP_CREATE, &attr));
}

/* A program that loads the addresses of two maps and returns 0. */
static int make_program(int first, int second)
{
	struct bpf_insn code[] = {
		{ .code = BPF_LD | BPF_IMM | BPF_DW,
		  .dst_reg = 1,
		  .src_reg = BPF_PSEUDO_MAP_FD,
		  .imm = first },
		{ 0 },
		{ .code = BPF_LD | BPF_IMM | BPF_DW,
		  .dst_reg = 2,
		  .src_reg = BPF_PSEUDO_MAP_FD,
		  .imm = second },
		{ 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = { .prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
				.insn_cnt = sizeof(code) / sizeof(code[0]),
				.insns = address_of(code),
				.license = address_of("GPL"),
				.prog_name = "asked" };

	return made(call_bpf(BPF_PROG_LOAD, &attr));
}

static int make_link(int program)
{
	union bpf_attr attr = { .raw_tracepoint = { .name = address_of("sys_enter"),
						    .prog_fd = (uint32_t)program } };

	return made(call_bpf(BPF_RAW_TRACEPOINT_OPEN, &attr));
}

/* The type int: Documentation/bpf/btf.rst. */
static int make_types(void)
{
	static const struct {
		uint16_t magic;
		uint8_t version, flags;
		uint32_t header, type_offset, type_size, name_offset, name_size;
		uint32_t name, info, size, bits;
		char names[8];
	} types = { 0xeb9f, 1, 0, 24, 0, 16, 16, 5, 1, 1 << 24, 4, 1 << 24 | 32, "\0int" };
	union bpf_attr attr = { .btf = address_of(&types), .btf_size = 45 };

	return made(call_bpf(BPF_BTF_LOAD, &attr));
}

static void ask(int fd, void *info, uint32_t len)
{
	union bpf_attr attr = {
		.info = { .bpf_fd = (uint32_t)fd, .info_len = len, .info = address_of(info) }
	};

	call_bpf(BPF_OBJ_GET_INFO_BY_FD, &attr);
}

int main(void)
{
	int map = make_map("first"), other = make_map("second");
	int program = make_program(map, other), link = make_link(program), types = make_types();
	char zeros[300] = { 0 }, text[40];
	uint32_t ids[2] = { 7, 7 };
	struct bpf_insn code[8];
	struct bpf_prog_info about_program = { .nr_map_ids = 1, .map_ids = address_of(ids) };
	struct bpf_link_info about_link = { .raw_tracepoint = { .tp_name = address_of(text),
								.tp_name_len = 40 } };
	struct bpf_btf_info about_types = { .btf_size = 4, .btf = address_of(text) };

	ask(map, zeros, 80);
	ask(map, zeros, 300);
	ask(program, &about_program, 80);
	memset(&about_program, 0, sizeof(about_program));
	about_program.xlated_prog_len = 20;
	about_program.xlated_prog_insns = address_of(code);
	ask(program, &about_program, 80);
	ask(link, &about_link, sizeof(about_link));
	ask(types, &about_types, sizeof(about_types));
	/*
	 * Not what these structs are, memory that cannot be read, and no descriptor of this kind.
	 */
	ask(program, (void *)1, 80);
	ask(0, zeros, 80);
	ask(-1, zeros, 80);
	return 0;
}
