/* SPDX-License-Identifier: MIT */
/* CRC-32C (RFC 3720, appendix B.4): the polynomial of iSCSI, ext4 and Btrfs. */
#include "record/checksum.h"

#define POLYNOMIAL 0x82f63b78u /* reflected */

/* Eight bytes at a time: table n has the checksum of a byte that n zeros follow. */
static uint32_t tables[8][256];

static void make_tables(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t crc = i;

		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? POLYNOMIAL : 0);
		tables[0][i] = crc;
	}
	for (uint32_t n = 1; n < 8; n++)
		for (uint32_t i = 0; i < 256; i++)
			tables[n][i] = tables[n - 1][i] >> 8 ^ tables[0][tables[n - 1][i] & 0xff];
}

uint32_t crc32c(uint32_t crc, const void *bytes, size_t len)
{
	const unsigned char *at = bytes;

	if (!tables[0][1])
		make_tables();
	crc = ~crc;
	for (; len >= 8; at += 8, len -= 8) {
		uint32_t low = load_le32(at) ^ crc, high = load_le32(at + 4);

		crc = tables[7][low & 0xff] ^ tables[6][low >> 8 & 0xff] ^
		      tables[5][low >> 16 & 0xff] ^ tables[4][low >> 24] ^ tables[3][high & 0xff] ^
		      tables[2][high >> 8 & 0xff] ^ tables[1][high >> 16 & 0xff] ^
		      tables[0][high >> 24];
	}
	for (; len; len--)
		crc = crc >> 8 ^ tables[0][(crc ^ *at++) & 0xff];
	return ~crc;
}
