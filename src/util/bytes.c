/* SPDX-License-Identifier: MIT */
/* Reads numbers of several bytes. */
#include "scry/bytes.h"

/*
 * Joins eight groups of seven bits, one in each byte. The highest bit of a byte is 0. Each step
 * joins neighbours: 7 bits, then 14, then 28.
 */
static uint64_t join_groups(uint64_t bytes)
{
	bytes = (bytes & UINT64_C(0x007f007f007f007f)) |
		(bytes & UINT64_C(0x7f007f007f007f00)) >> 1;
	bytes = (bytes & UINT64_C(0x00003fff00003fff)) |
		(bytes & UINT64_C(0x3fff00003fff0000)) >> 2;
	return (bytes & UINT64_C(0x0fffffff)) | (bytes & UINT64_C(0x0fffffff00000000)) >> 4;
}

uint64_t bytes_get_long_number(struct bytes *in)
{
	uint64_t number = 0;

	if (in->end - in->at >= 8) {
		uint64_t bytes = load_le64(in->at), last = ~bytes & UINT64_C(0x8080808080808080);

		/* A byte without its highest bit is the last one. */
		if (last) {
			last &= -last;
			in->at += __builtin_ctzll(last) / 8 + 1;
			return join_groups(bytes & (last - 1) & UINT64_C(0x7f7f7f7f7f7f7f7f));
		}
	}
	for (unsigned shift = 0; shift < 64 && in->at < in->end; shift += 7) {
		unsigned char byte = *in->at++;

		number |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return number;
	}
	*in->bad = true;
	in->at = in->end;
	return 0;
}
