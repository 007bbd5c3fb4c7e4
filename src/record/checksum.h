/* SPDX-License-Identifier: MIT */
/* CRC-32C (RFC 3720, appendix B.4): the polynomial of iSCSI, ext4 and Btrfs. */
#ifndef RECORD_CHECKSUM_H
#define RECORD_CHECKSUM_H

#include "scry/bytes.h"

uint32_t crc32c(uint32_t crc, const void *bytes, size_t len);

#endif
