/* SPDX-License-Identifier: MIT */
/* bpf(2): every command, with every size of its attributes and every type of attachment. */
#include <linux/bpf.h>

#include "fixture.h"

/* The commands and types of linux/bpf.h of Linux 7.2, and some numbers more. */
enum { COMMANDS = 41, ATTACH_TYPES = 65 };

/* Attributes of numbers, then of zeros; the caller gives their size. */
static void commands(void)
{
	uint32_t *words = fixture_alloc(192);

	for (int zero = 0; zero < 2; zero++) {
		for (uint32_t i = 0; i < 48; i++)
			words[i] = zero ? 0 : i + 1;
		for (int command = 0; command < COMMANDS; command++)
			for (long size = 0; size <= 180; size += 4)
				CALL(SYS_bpf, command, words, size);
	}
	/* The kernel wants zeros after the members that it knows. */
	for (int command = 0; command < COMMANDS; command++) {
		CALL(SYS_bpf, command, words, 192);
		words[47] = 1;
		CALL(SYS_bpf, command, words, 192);
		words[47] = 0;
		fixture_result(-EFAULT);
		CALL(SYS_bpf, command, LAST_BYTES(3), 192);
		CALL(SYS_bpf, command, NULL, 8);
		fixture_result(0);
	}
	fixture_free_all();
}

/* Where the program or the link is attached decides what the attributes mean. */
static void attach_types(void)
{
	static const int sizes[] = { 12, 16, 20, 24, 32, 40, 64, 72 };
	uint32_t *words = fixture_alloc(80);
	uint32_t *query = fixture_alloc(80);

	for (uint32_t flags = 0; flags <= 0x28; flags += 0x28)
		for (uint32_t type = 0; type < ATTACH_TYPES; type++)
			for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
				for (uint32_t at = 0; at < 20; at++)
					words[at] = query[at] = at + 1;
				words[2] = query[1] = type;
				words[3] = query[2] = flags;
				if (i == 6)
					words[1] = query[0] = 999999999;
				if (i == 7) {
					memset(words + 4, 0, 60);
					memset(query + 2, 0, 60);
				}
				CALL(SYS_bpf, BPF_LINK_CREATE, words, sizes[i]);
				CALL(SYS_bpf, BPF_PROG_ATTACH, words, sizes[i]);
				CALL(SYS_bpf, BPF_PROG_DETACH, words, sizes[i]);
				CALL(SYS_bpf, BPF_PROG_QUERY, query, sizes[i]);
			}
	fixture_free_all();
}

/* Puts a pointer into two words of the attributes. */
static void point(uint32_t *words, size_t at, const void *to)
{
	uint64_t address = (uintptr_t)to;

	memcpy(words + at, &address, sizeof(address));
}

/* What attributes point to: strings, arrays with their counts. */
static void pointees(void)
{
	uint32_t *words = fixture_alloc(192);
	uint64_t *numbers = fixture_alloc(64);
	const char **strings = fixture_alloc(4 * sizeof(*strings));
	char *text = STRING("a string");
	static const int multi[] = { BPF_TRACE_ITER, BPF_TRACE_KPROBE_MULTI, 48, 59 };

	for (int i = 0; i < 8; i++)
		numbers[i] = (uint64_t)i << 32 | (unsigned)(i + 7);
	strings[0] = STRING("do_sys_open");
	strings[1] = STRING("vfs_read");
	for (int command = 0; command < COMMANDS; command++)
		for (int pointer = 0; pointer < 3; pointer++) {
			/*
			 * strace 7.2 shows what is in the buffer of a stream before the kernel
			 * fills it.
			 */
			if (command == 37 && pointer < 2)
				continue;
			memset(words, 0, 192);
			for (size_t at = 0; at < 44; at += 2)
				point(words, at,
				      pointer == 0   ? (void *)text
				      : pointer == 1 ? (void *)numbers
						     : (void *)NOWHERE);
			/* These have counts that would be parts of pointers. */
			if (command != BPF_PROG_LOAD && command != BPF_PROG_QUERY)
				CALL_AND_FAIL(0, SYS_bpf, command, words, 168);
			for (size_t at = 0; at < 44; at += 4)
				words[at] = 2;
			CALL_AND_FAIL(0, SYS_bpf, command, words, 168);
			for (size_t at = 0; at < 44; at += 2)
				words[at + 1] = 2;
			CALL_AND_FAIL(0, SYS_bpf, command, words, 168);
		}
	for (size_t i = 0; i < sizeof(multi) / sizeof(multi[0]); i++)
		for (uint32_t count = 0; count < 4; count++) {
			memset(words, 0, 192);
			for (size_t at = 4; at < 12; at += 2)
				point(words, at, count == 3 ? (void *)NOWHERE : (void *)numbers);
			words[2] = (uint32_t)multi[i];
			words[5] = words[6] = words[8] = words[12] = count;
			words[7] = words[9] = words[11] = 0;
			CALL(SYS_bpf, BPF_LINK_CREATE, words, 64);
			point(words, 6, strings);
			words[5] = count;
			CALL(SYS_bpf, BPF_LINK_CREATE, words, 64);
		}
	memset(words, 0, 192);
	point(words, 0, strings[1]);
	words[2] = 8;
	words[3] = 1;
	fixture_result(8);
	CALL(SYS_bpf, 37, words, 20);
	fixture_result(0);
	memset(words, 0, 192);
	words[1] = BPF_CGROUP_INET_EGRESS;
	for (uint32_t count = 0; count < 4; count++) {
		for (size_t at = 4; at < 14; at += 2)
			point(words, at, count == 3 ? (void *)NOWHERE : (void *)numbers);
		words[6] = count;
		words[7] = 0;
		CALL(SYS_bpf, BPF_PROG_QUERY, words, 64);
		fixture_result(count ? -EINVAL : 0);
		CALL(SYS_bpf, BPF_PROG_QUERY, words, 64);
		fixture_result(0);
	}
	fixture_free_all();
}

int main(void)
{
	union bpf_attr *attr;
	unsigned char *large;

	fixture_begin();
	commands();
	attach_types();
	pointees();
	attr = fixture_alloc(sizeof(*attr));
	attr->map_type = BPF_MAP_TYPE_HASH;
	attr->key_size = 4;
	attr->value_size = 8;
	attr->max_entries = 100;
	attr->map_flags = BPF_F_NO_PREALLOC | BPF_F_RDONLY | 0x80000000;
	attr->inner_map_fd = 5;
	attr->numa_node = 6;
	strcpy(attr->map_name, "the map's name.");
	attr->map_ifindex = 0;
	attr->btf_fd = 7;
	attr->btf_key_type_id = 8;
	attr->btf_value_type_id = 9;
	attr->btf_vmlinux_value_type_id = 10;
	attr->map_extra = 11;
	for (long size = 0; size <= 72; size += 4)
		CALL_AND_FAIL(3, SYS_bpf, BPF_MAP_CREATE, attr, size);
	attr->map_type = 1000;
	attr->map_flags = 0;
	attr->map_ifindex = 1;
	CALL(SYS_bpf, BPF_MAP_CREATE, attr, 48);
	fixture_pointers(SYS_bpf, ARGS(BPF_MAP_CREATE, 0, 48), 1, attr, 48);
	large = fixture_alloc(4096);
	memcpy(large, attr, 72);
	large[100] = 0x17;
	CALL(SYS_bpf, BPF_MAP_CREATE, large, 128);
	CALL(SYS_bpf, BPF_MAP_CREATE, large, 4096);
	CALL(SYS_bpf, BPF_MAP_CREATE, large, -1);

	memset(attr, 0, sizeof(*attr));
	attr->map_fd = 3;
	attr->key = 0x10000040;
	attr->value = NOWHERE;
	attr->flags = BPF_F_LOCK;
	for (long size = 0; size <= 40; size += 4) {
		CALL_AND_FAIL(0, SYS_bpf, BPF_MAP_LOOKUP_ELEM, attr, size);
		CALL_AND_FAIL(0, SYS_bpf, BPF_MAP_UPDATE_ELEM, attr, size);
	}
	attr->flags = -1ull;
	attr->map_fd = -1;
	CALL(SYS_bpf, BPF_MAP_UPDATE_ELEM, attr, 32);
	CALL(SYS_bpf, BPF_MAP_LOOKUP_ELEM, attr, 32);
	fixture_pointers(SYS_bpf, ARGS(BPF_MAP_LOOKUP_ELEM, 0, 32), 1, attr, 32);
	CALL(SYS_bpf, 1000, attr, 32);
	CALL(SYS_bpf, -1, attr, 0);
	fixture_end();
}
