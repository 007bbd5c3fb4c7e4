/* SPDX-License-Identifier: MIT */
/* bpf(2): creating maps and looking up elements. */
#include <linux/bpf.h>

#include "fixture.h"

int main(void)
{
	union bpf_attr *attr;
	unsigned char *large;

	fixture_begin();
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
