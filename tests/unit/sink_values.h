/* SPDX-License-Identifier: MIT */
/* Values of every kind, and their text and JSON. */
#ifndef SINK_VALUES_H
#define SINK_VALUES_H

#include "sink_fixture.h"

/* The texts of a made-up list have places of one size, so that an offset is TEXT(place). */
#define TEXT_SIZE 16
#define TEXT(place) ((place)*TEXT_SIZE)

static const char open_texts[][TEXT_SIZE] = { "open",	"O_???",   "O_RDONLY",
					      "O_RDWR", "O_CREAT", "O_CLOEXEC" };
static const struct list_entry open_entries[] = {
	{ 0, TEXT(2), 0 }, { 2, TEXT(3), 0 }, { 0x40, TEXT(4), 0 }, { 0x80000, TEXT(5), 0 }
};
static const struct list_part open_parts[] = { { 3, 0, 2, 0 }, { 0, 2, 2, 0 } };
static const struct list open_list = { open_texts[0], open_entries, open_parts,
				       TEXT(1),	      LIST_FLAGS,   2,
				       false };

static const char map_texts[][TEXT_SIZE] = { "map", "MAP_???", "MAP_SHARED", "MAP_FIXED" };
static const struct list_entry map_entries[] = { { 1, TEXT(2), 0 }, { 0x10, TEXT(3), 0 } };
static const struct list_part map_parts[] = { { 0xf, 0, 1, TEXT(1) }, { 0, 1, 1, 0 } };
static const struct list map_list = { map_texts[0], map_entries, map_parts, TEXT(1),
				      LIST_FLAGS,   2,		 false };

static const char clone_texts[][TEXT_SIZE] = { "clone", "CLONE_???", "CLONE_VM", "SIGCHLD" };
static const struct list_entry clone_entries[] = { { 0x100, TEXT(2), 0 }, { 17, TEXT(3), 0 } };
static const struct list_part clone_parts[] = { { 0, 0, 1, 0 }, { 0xff, 1, 1, 0 } };
static const struct list clone_list = { clone_texts[0], clone_entries, clone_parts,
					TEXT(1),	LIST_FLAGS,    2,
					false };

static const char prot_texts[][TEXT_SIZE] = { "prot", "PROT_???", "PROT_NONE", "PROT_READ" };
static const struct list_entry prot_entries[] = { { 0, TEXT(2), 0 }, { 1, TEXT(3), 0 } };
static const struct list_part prot_parts[] = { { 0, 0, 2, 0 } };
static const struct list prot_list = { prot_texts[0], prot_entries, prot_parts,
				       TEXT(1),	      LIST_FLAGS,   1,
				       false };
static const struct list uncommented_list = {
	prot_texts[0], prot_entries, prot_parts, 0, LIST_FLAGS, 1, false
};

static const char line_texts[][TEXT_SIZE] = { "line", "CR0", "CR1", "OPOST" };
static const struct list_entry line_entries[] = { { 0, TEXT(1), 0 },
						  { 2, TEXT(2), 0 },
						  { 0x40, TEXT(3), 0 } };
static const struct list_part line_parts[] = { { 3, 0, 2, 0 }, { 0, 2, 1, 0 } };
static const struct list line_list = { line_texts[0], line_entries, line_parts, 0, LIST_FLAGS, 2,
				       true };
static const struct list input_list = {
	line_texts[0], line_entries, &line_parts[1], 0, LIST_FLAGS, 1, true
};

static const char whence_texts[][TEXT_SIZE] = { "whence", "SEEK_???", "SEEK_SET", "SI_QUEUE" };
static const struct list_entry whence_entries[] = { { 0, TEXT(2), 0 }, { 0xffffffff, TEXT(3), 0 } };
static const struct list_part whence_parts[] = { { 0, 0, 2, 0 } };
static const struct list whence_list = {
	whence_texts[0], whence_entries, whence_parts, TEXT(1), LIST_ENUM, 1, false
};
static const struct list plain_list = {
	whence_texts[0], whence_entries, whence_parts, 0, LIST_ENUM, 1, false
};

static const char file_texts[][TEXT_SIZE] = { "file", "S_IFREG", "S_IFCHR" };
static const struct list_entry file_entries[] = { { 0100000, TEXT(1), 0 }, { 020000, TEXT(2), 0 } };
static const struct list_part file_parts[] = { { 0170000, 0, 2, 0 } };
static const struct list file_list = { file_texts[0], file_entries, file_parts, 0, LIST_ENUM, 1,
				       false };

static const unsigned char loopback6[16] = { [15] = 1 };
static const unsigned char loopback4[4] = { 127, 0, 0, 1 };
static const unsigned char no_signals[8] = { 0 };
static const unsigned char some_signals[8] = { 0x02, 0x40, 0x01, 0, 0x01 }; /* 2 15 17 33 */
static const unsigned char most_signals[8] = { 0xff, 0xff, 0xff, 0x7f, 0xfe, 0xff, 0xff, 0xff };
static const unsigned char all_signals[8] = { 255, 255, 255, 255, 255, 255, 255, 255 };
static const unsigned char some_fds[16] = { 0x28, 0, 0, 0, 0, 0, 0, 0, 0x40 };

static const char ioctl_texts[][TEXT_SIZE] = { "ioctl", "TCGETS", "SNDCTL" };
static const struct list_entry ioctl_entries[] = { { 0x5401, TEXT(1), 0 }, { 0x5401, TEXT(2), 0 } };
static const struct list_part ioctl_parts[] = { { 0, 0, 2, 0 } };
static const struct list ioctl_list = { ioctl_texts[0], ioctl_entries, ioctl_parts, 0, LIST_ENUM, 1,
					false };
static const unsigned char some_cpus[8] = { 0x03 };

static const struct fd_detail null_device = { .kind = FD_DEVICE, .device = { false, 1, 3 } };
static const struct fd_detail pty_master = { .kind = FD_DEVICE, .device = { false, 5, 2, 1 } };
static const struct fd_detail deleted_file = { .kind = FD_DELETED };
static const struct fd_detail pidfd = { .kind = FD_PIDFD, .pid = 7 };
static const struct fd_detail dead_pidfd = { .kind = FD_PIDFD };
static const struct fd_detail eventfd_18 = { .kind = FD_EVENTFD, .eventfd = { 18, 1, false } };
static const struct fd_detail semaphore = { .kind = FD_EVENTFD,
					    .eventfd = { UINT64_MAX, 2, true } };
static const struct fd_detail signalfd_int = { .kind = FD_SIGNALFD, .signals = 2 };
static const struct fd_detail any_socket = { .kind = FD_SOCKET, .socket = { .inode = 9 } };
static const struct fd_detail tcp_connected = {
	.kind = FD_SOCKET,
	.socket = { .family = 2,
		    .type = "TCP",
		    .inode = 9,
		    .local = { true, { 127, 0, 0, 1 }, 80 },
		    .peer = { true, { 10, 0, 0, 255 }, 65535 } },
};
static const struct fd_detail tcp6_unbound = {
	.kind = FD_SOCKET,
	.socket = { .family = 10, .type = "TCPv6", .inode = 9 },
};
static const struct fd_detail udp6_bound = {
	.kind = FD_SOCKET,
	.socket = { .family = 10,
		    .type = "UDPv6",
		    .inode = 9,
		    .local = { true, { [15] = 1 }, 53 } },
};
static const struct fd_detail unix_named = {
	.kind = FD_SOCKET,
	.socket = { .family = 1,
		    .type = "UNIX-STREAM",
		    .inode = 9,
		    .peer_inode = 10,
		    .name = "/a\"",
		    .name_len = 3 },
};
static const struct fd_detail unix_abstract = {
	.kind = FD_SOCKET,
	.socket = { .family = 1, .type = "UNIX", .inode = 9, .name = "\0a\377", .name_len = 3 },
};
static const struct fd_detail unix_nuls = {
	.kind = FD_SOCKET,
	.socket = { .family = 1, .type = "UNIX", .inode = 9, .name = "\0a\0b\0001", .name_len = 6 },
};
static const struct fd_detail netlink_bound = {
	.kind = FD_SOCKET,
	.socket = { .family = 16, .type = "NETLINK", .inode = 9, .protocol = 0, .port_id = 7 },
};
static const struct fd_detail netlink_unknown = {
	.kind = FD_SOCKET,
	.socket = { .family = 16, .type = "NETLINK", .inode = 9, .protocol = 31, .port_id = 7 },
};
#define MORE(...)            \
	&(struct value_more) \
	{                    \
		__VA_ARGS__  \
	}
#define DETAIL(d, path)                 \
	.value = { .kind = KIND_FD,     \
		   .u = 3,              \
		   .size = 4,           \
		   .bytes = (path),     \
		   .len = strlen(path), \
		   .more = MORE(.detail = &(d)) }

#define NUMBER(n, s, b) .value = { .kind = KIND_NUMBER, .u = (n), .size = (s), .base = (b) }
#define SIGNED(n, s, b)                 \
	.value = { .kind = KIND_NUMBER, \
		   .u = (uint64_t)(n),  \
		   .size = (s),         \
		   .base = (b),         \
		   .is_signed = true }
#define LISTED(k, n, s, l) \
	.value = { .kind = KIND_##k, .u = (uint64_t)(n), .size = (s), .list = &(l) }
#define SCALAR(k, n, s) .value = { .kind = KIND_##k, .u = (uint64_t)(n), .size = (s) }
#define INT(k, n) .value = { .kind = KIND_##k, .u = (uint64_t)(n), .size = 4, .is_signed = true }
#define BYTES(k, b, n) .value = { .kind = KIND_##k, .bytes = (b), .len = (n), .full_len = (n) }

static const struct value_row {
	struct value value;
	const char *text, *json;
} value_rows[] = {
	{ NUMBER(10, 4, 10), "10", "10" },
	{ SIGNED(-10, 4, 10), "-10", "-10" },
	{ SIGNED(-10, 4, 16), "0xfffffff6", "-10" },
	{ NUMBER(UINT64_MAX, 4, 10), "4294967295", "4294967295" },
	{ NUMBER(0, 8, 16), "0", "0" },
	{ NUMBER(0x7f, 8, 16), "0x7f", "127" },
	{ NUMBER(0644, 4, 8), "0644", "420" },
	{ NUMBER(9007199254740991, 8, 10), "9007199254740991", "9007199254740991" },
	{ NUMBER(9007199254740992, 8, 10), "9007199254740992", "\"9007199254740992\"" },
	{ NUMBER(UINT64_MAX, 8, 10), "18446744073709551615", "\"18446744073709551615\"" },
	{ SIGNED(INT64_MIN, 8, 10), "-9223372036854775808", "\"-9223372036854775808\"" },

	{ LISTED(ENUM, 0, 4, whence_list), "SEEK_SET", "{\"enum\":\"SEEK_SET\",\"number\":0}" },
	{ LISTED(ENUM, 77, 4, whence_list), "0x4d /* SEEK_??? */",
	  "{\"enum\":null,\"number\":77}" },
	{ LISTED(ENUM, 77, 4, plain_list), "0x4d", "{\"enum\":null,\"number\":77}" },
	{ LISTED(ENUM, -1, 4, whence_list), "SI_QUEUE",
	  "{\"enum\":\"SI_QUEUE\",\"number\":4294967295}" },

	{ LISTED(FLAGS, 0x80002, 4, open_list), "O_RDWR|O_CLOEXEC",
	  "{\"flags\":[\"O_RDWR\",\"O_CLOEXEC\"],\"number\":524290}" },
	{ LISTED(FLAGS, 0x80000000, 4, open_list), "O_RDONLY|0x80000000",
	  "{\"flags\":[\"O_RDONLY\"],\"number\":2147483648,\"rest\":2147483648}" },
	{ LISTED(FLAGS, 0, 4, line_list), "CR0|", "{\"flags\":[\"CR0\"],\"number\":0}" },
	{ LISTED(FLAGS, 0x42, 4, line_list), "CR1|OPOST",
	  "{\"flags\":[\"CR1\",\"OPOST\"],\"number\":66}" },
	{ LISTED(FLAGS, 0, 4, input_list), "", "{\"flags\":[],\"number\":0}" },
	{ LISTED(FLAGS, 0, 4, prot_list), "PROT_NONE", "{\"flags\":[\"PROT_NONE\"],\"number\":0}" },
	{ LISTED(FLAGS, UINT64_C(1) << 32, 4, map_list), "0", "{\"flags\":[],\"number\":0}" },
	{ LISTED(FLAGS, 0, 4, map_list), "0", "{\"flags\":[],\"number\":0}" },
	{ LISTED(FLAGS, 0x111, 4, clone_list), "CLONE_VM|SIGCHLD",
	  "{\"flags\":[\"CLONE_VM\",\"SIGCHLD\"],\"number\":273}" },
	{ LISTED(FLAGS, 0x100111, 4, clone_list), "CLONE_VM|0x100000|SIGCHLD",
	  "{\"flags\":[\"CLONE_VM\",\"SIGCHLD\"],\"number\":1048849,\"rest\":1048576}" },
	{ LISTED(FLAGS, 0x1000ff, 4, clone_list), "0x100000 /* CLONE_??? */|255",
	  "{\"flags\":[],\"number\":1048831,\"rest\":1048831}" },
	{ LISTED(FLAGS, 0xff, 4, clone_list), "255", "{\"flags\":[],\"number\":255,\"rest\":255}" },
	{ LISTED(FLAGS, 0x40, 4, prot_list), "0x40 /* PROT_??? */",
	  "{\"flags\":[],\"number\":64,\"rest\":64}" },
	{ LISTED(FLAGS, 0x40, 4, uncommented_list), "0x40",
	  "{\"flags\":[],\"number\":64,\"rest\":64}" },
	{ LISTED(FLAGS, 0x5f, 4, map_list), "0xf /* MAP_??? */|MAP_FIXED|0x40",
	  "{\"flags\":[\"MAP_FIXED\"],\"number\":95,\"rest\":79}" },
	{ LISTED(FLAGS, -1, 8, prot_list), "PROT_READ|0xfffffffffffffffe",
	  "{\"flags\":[\"PROT_READ\"],\"number\":\"18446744073709551615\",\"rest\":"
	  "\"18446744073709551614\"}" },

	{ SCALAR(ADDRESS, 0, 8), "NULL", "null" },
	{ SCALAR(ADDRESS, 0x7ffe31ef70, 8), "0x7ffe31ef70", "{\"address\":\"0x7ffe31ef70\"}" },
	{ .value = { .kind = KIND_ADDRESS, .u = 8, .size = 8, .unreadable = true },
	  "0x8",
	  "{\"address\":\"0x8\",\"unreadable\":true}" },
	{ .value = { .kind = KIND_ADDRESS,
		     .u = 8,
		     .size = 8,
		     .more = MORE(.count = { 21, "vars" }) },
	  "0x8 /* 21 vars */",
	  "{\"address\":\"0x8\",\"count\":21,\"unit\":\"vars\"}" },
	{ .value = { .kind = KIND_ADDRESS,
		     .u = 8,
		     .size = 8,
		     .more = MORE(.count = { 2, "entries", true }) },
	  "0x8 /* 2+ entries */",
	  "{\"address\":\"0x8\",\"count\":2,\"unit\":\"entries\",\"more\":true}" },

	{ BYTES(STRING, "abc", 3), "\"abc\"", "{\"string\":\"abc\"}" },
	{ BYTES(STRING, "", 0), "\"\"", "{\"string\":\"\"}" },
	{ BYTES(STRING, "a\"b\\c\n\t\v\f\r", 10), "\"a\\\"b\\\\c\\n\\t\\v\\f\\r\"",
	  "{\"string\":\"a\\\"b\\\\c\\n\\t\\u000b\\u000c\\u000d\"}" },
	{ BYTES(STRING, "\33[31m\177", 6), "\"\\33[31m\\177\"",
	  "{\"string\":\"\\u001b[31m\\u007f\"}" },
	{ BYTES(STRING, "a\0b\0001\0012\0018\1", 10), "\"a\\0b\\0001\\0012\\18\\1\"",
	  "{\"string_base64\":\"YQBiADEBMgE4AQ==\"}" },
	{ BYTES(STRING, "\303\251", 2), "\"\\303\\251\"", "{\"string\":\"\303\251\"}" },
	{ BYTES(STRING, "\302\233m", 3), "\"\\302\\233m\"", "{\"string\":\"\\u009bm\"}" },
	{ BYTES(STRING, "\342\200\250", 3), "\"\\342\\200\\250\"", "{\"string\":\"\\u2028\"}" },
	{ BYTES(STRING, "\360\237\230\200", 4), "\"\\360\\237\\230\\200\"",
	  "{\"string\":\"\360\237\230\200\"}" },
	{ BYTES(STRING, "\377", 1), "\"\\377\"", "{\"string_base64\":\"/w==\"}" },
	{ BYTES(STRING, "\355\240\200", 3), "\"\\355\\240\\200\"", "{\"string_base64\":\"7aCA\"}" },
	{ BYTES(STRING, "\300\257", 2), "\"\\300\\257\"", "{\"string_base64\":\"wK8=\"}" },
	{ BYTES(STRING, "\340\200\200", 3), "\"\\340\\200\\200\"", "{\"string_base64\":\"4ICA\"}" },
	{ BYTES(STRING, "\364\220\200\200", 4), "\"\\364\\220\\200\\200\"",
	  "{\"string_base64\":\"9JCAgA==\"}" },
	{ BYTES(STRING, "\303", 1), "\"\\303\"", "{\"string_base64\":\"ww==\"}" },
	{ .value = { .kind = KIND_STRING,
		     .bytes = "abc",
		     .len = 3,
		     .truncated = true,
		     .full_len = 9 },
	  "\"abc\"...",
	  "{\"string\":\"abc\",\"truncated\":true,\"length\":9}" },
	{ .value = { .kind = KIND_STRING,
		     .bytes = "abc",
		     .len = 3,
		     .truncated = true,
		     .full_len = 3 },
	  "\"abc\"...",
	  "{\"string\":\"abc\",\"truncated\":true}" },
	{ .value = { .kind = KIND_STRING, .bytes = "ab", .len = 2, .full_len = 2, .base = 16 },
	  "\"\\x61\\x62\"",
	  "{\"string\":\"ab\"}" },
	{ BYTES(PATH, "/etc/passwd", 11), "\"/etc/passwd\"", "{\"path\":\"/etc/passwd\"}" },
	{ BYTES(PATH, "/\377", 2), "\"/\\377\"", "{\"path_base64\":\"L/8=\"}" },

	{ INT(FD, 3), "3", "{\"fd\":3}" },
	{ INT(FD, -1), "-1", "{\"fd\":-1}" },
	{ .value = { .kind = KIND_FD, .u = 3, .size = 4, .registered = true },
	  "@3",
	  "{\"registered\":3}" },
	{ .value = { .kind = KIND_FD, .u = 3, .size = 4, .bytes = "/a<b>\n\"", .len = 7 },
	  "3</a\\74b\\76\\n\\\">",
	  "{\"fd\":3,\"path\":\"/a<b>\\n\\\"\"}" },
	{ .value = { .kind = KIND_FD, .u = 3, .size = 4, .bytes = "/\377", .len = 2 },
	  "3</\\377>",
	  "{\"fd\":3,\"path_base64\":\"L/8=\"}" },
	{ .value = { .kind = KIND_BITSET, .bytes = "\x05\0\0", .len = 4, .list = &whence_list },
	  "[SEEK_SET 0x2 /* SEEK_??? */]",
	  "{\"bits\":[\"SEEK_SET\",2]}" },
	{ .value = { .kind = KIND_BITSET,
		     .bytes = "\xfb\xff\xff\xff",
		     .len = 4,
		     .list = &whence_list },
	  "~[0x2 /* SEEK_??? */]",
	  "{\"bits\":[\"SEEK_SET\",1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,"
	  "26,27,"
	  "28,29,30,31]}" },
	{ .value = { .kind = KIND_HARDWARE, .bytes = loopback4, .len = 4 },
	  "7f:00:00:01",
	  "{\"hardware_address\":\"7f:00:00:01\"}" },
	{ .value = { .kind = KIND_NAMESPACE, .u = 4026531840, .bytes = "net", .len = 3 },
	  "net:[4026531840]",
	  "{\"namespace\":\"net\",\"inode\":4026531840}" },
	{ .value = { .kind = KIND_PATH,
		     .bytes = "/a",
		     .len = 2,
		     .more = MORE(.context = "tmp_t", .context_len = 5) },
	  "\"/a\" [tmp_t]",
	  "{\"path\":\"/a\",\"context\":\"tmp_t\"}" },
	{ .value = { .kind = KIND_FD,
		     .u = 3,
		     .size = 4,
		     .more = MORE(.context = "a\033]\377", .context_len = 4) },
	  "3 [a\\33\\135\\377]",
	  "{\"fd\":3,\"context_base64\":\"YRtd/w==\"}" },
	{ .value = { .kind = KIND_HARDWARE }, "", "{\"hardware_address\":\"\"}" },
	{ .value = { .kind = KIND_UUID,
		     .bytes = "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20",
		     .len = 16 },
	  "01020304-0506-0708-090a-0b0c0d0e0f10",
	  "{\"uuid\":\"01020304-0506-0708-090a-0b0c0d0e0f10\"}" },
	{ .value = { .kind = KIND_CALLSIGN, .bytes = "\x90\x84\x72\x82\x84\x86\x0a", .len = 7 },
	  "HB9ABC-5",
	  "{\"callsign\":\"HB9ABC-5\",\"address\":\"90:84:72:82:84:86:0a\"}" },
	{ .value = { .kind = KIND_CALLSIGN, .bytes = "@@@@@@\0", .len = 7 },
	  "*",
	  "{\"callsign\":\"*\",\"address\":\"40:40:40:40:40:40:00\"}" },
	{ .value = { .kind = KIND_CALLSIGN, .bytes = "\x90\x84\x72\x82\x84\x86\x0b", .len = 7 },
	  "{ax25_call=\"\\x90\\x84\\x72\\x82\\x84\\x86\\x0b\"} /* HB9ABC-5 */",
	  "{\"callsign\":null,\"address\":\"90:84:72:82:84:86:0b\"}" },
	{ .value = { .kind = KIND_CALLSIGN, .bytes = "\x90\x84\x72\x82\x84\x54\x02", .len = 7 },
	  "{ax25_call=\"\\x90\\x84\\x72\\x82\\x84\\x54\\x02\"}",
	  "{\"callsign\":null,\"address\":\"90:84:72:82:84:54:02\"}" },
	{ .value = { .kind = KIND_CALLSIGN, .bytes = "\x90\x84", .len = 2 },
	  "{ax25_call=\"\\x90\\x84\"}",
	  "{\"callsign\":null,\"address\":\"90:84\"}" },
	{ .value = { .kind = KIND_TONE, .u = 2711, .size = 8 }, "2711 /* 440 Hz */", "2711" },
	{ .value = { .kind = KIND_TONE, .size = 8 }, "0 /* off */", "0" },
	{ .value = { .kind = KIND_TONE, .u = 0x7d0a97, .size = 8, .base = 16 },
	  "125<<16|2711 /* 440 Hz, 125 ms */",
	  "8194711" },
	{ .value = { .kind = KIND_BITSET,
		     .bytes = "\xff",
		     .len = 1,
		     .list = &whence_list,
		     .truncated = true,
		     .base = 2 },
	  "[SEEK_SET 0x1 /* SEEK_??? */ 0x2 /* SEEK_??? */ 0x3 /* SEEK_??? */ 0x4 /* SEEK_??? */ "
	  "0x5 /* SEEK_??? */ 0x6 /* SEEK_??? */ 0x7 /* SEEK_??? */ ...]",
	  "{\"bits\":[\"SEEK_SET\",1,2,3,4,5,6,7],\"truncated\":true}" },
	{ .value = { .kind = KIND_CHARACTER, .u = 'a', .size = 1 }, "'a'", "97" },
	{ .value = { .kind = KIND_CHARACTER, .u = '\'', .size = 1 }, "'\\''", "39" },
	{ .value = { .kind = KIND_CHARACTER, .u = 7, .size = 1 }, "'\\x07'", "7" },
	{ .value = { .kind = KIND_FOURCC, .u = 0, .size = 4, .list = &whence_list },
	  "v4l2_fourcc('\\x00', '\\x00', '\\x00', '\\x00') /* SEEK_SET */",
	  "{\"fourcc_base64\":\"AAAAAA==\",\"name\":\"SEEK_SET\",\"number\":0}" },
	{ .value = { .kind = KIND_FOURCC, .u = 0x56595559, .size = 4, .list = &whence_list },
	  "v4l2_fourcc('Y', 'U', 'Y', 'V')",
	  "{\"fourcc\":\"YUYV\",\"name\":null,\"number\":1448695129}" },
	{ .value = { .kind = KIND_KEYSYM, .u = 0, .size = 2, .list = &whence_list },
	  "0 /* SEEK_SET */",
	  "{\"key\":\"SEEK_SET\",\"number\":0}" },
	{ .value = { .kind = KIND_KEYSYM,
		     .u = 0xb41,
		     .size = 2,
		     .list = &whence_list,
		     .bytes = "KT_LETTER",
		     .len = 9 },
	  "0xb41 /* K(KT_LETTER, 'A') */",
	  "{\"key\":null,\"type\":\"KT_LETTER\",\"number\":2881}" },
	{ .value = { .kind = KIND_KEYSYM, .u = 0xf27, .size = 2, .list = &whence_list },
	  "0xf27 /* K(0xf, 0x27) */",
	  "{\"key\":null,\"number\":3879}" },
	{ DETAIL(null_device, "/dev/null"), "3</dev/null<char 1:3>>",
	  "{\"fd\":3,\"path\":\"/dev/"
	  "null\",\"device\":{\"type\":\"char\",\"major\":1,\"minor\":3}}" },
	{ DETAIL(pty_master, "/dev/ptmx"), "3</dev/ptmx<char 5:2 @/dev/pts/0>>",
	  "{\"fd\":3,\"path\":\"/dev/ptmx\",\"device\":{\"type\":\"char\",\"major\":5,\"minor\":2,"
	  "\"slave\":\"/dev/pts/0\"}}" },
	{ DETAIL(deleted_file, "/a"), "3</a>(deleted)",
	  "{\"fd\":3,\"path\":\"/a\",\"deleted\":true}" },
	{ DETAIL(pidfd, "p"), "3<pid:7>", "{\"fd\":3,\"path\":\"p\",\"pidfd\":{\"pid\":7}}" },
	{ DETAIL(dead_pidfd, "p"), "3<p>", "{\"fd\":3,\"path\":\"p\"}" },
	{ DETAIL(eventfd_18, "e"), "3<{eventfd-count=0x12, eventfd-id=1, eventfd-semaphore=0}>",
	  "{\"fd\":3,\"path\":\"e\",\"eventfd\":{\"count\":18,\"id\":1,\"semaphore\":false}}" },
	{ DETAIL(semaphore, "e"),
	  "3<{eventfd-count=0xffffffffffffffff, eventfd-id=2, eventfd-semaphore=1}>",
	  "{\"fd\":3,\"path\":\"e\",\"eventfd\":{\"count\":\"18446744073709551615\",\"id\":2,"
	  "\"semaphore\":true}}" },
	{ DETAIL(signalfd_int, "s"), "3<signalfd:[INT]>",
	  "{\"fd\":3,\"path\":\"s\",\"signalfd\":{\"signals\":[\"SIGINT\"]}}" },
	{ DETAIL(any_socket, "socket:[9]"), "3<socket:[9]>",
	  "{\"fd\":3,\"path\":\"socket:[9]\",\"socket\":{\"inode\":9}}" },
	{ DETAIL(tcp_connected, "s"), "3<TCP:[127.0.0.1:80->10.0.0.255:65535]>",
	  "{\"fd\":3,\"path\":\"s\",\"socket\":{\"inode\":9,\"type\":\"TCP\",\"local\":{"
	  "\"address\":"
	  "\"127.0.0.1\",\"port\":80},\"peer\":{\"address\":\"10.0.0.255\",\"port\":65535}}}" },
	{ DETAIL(tcp6_unbound, "s"), "3<TCPv6:[9]>",
	  "{\"fd\":3,\"path\":\"s\",\"socket\":{\"inode\":9,\"type\":\"TCPv6\"}}" },
	{ DETAIL(udp6_bound, "s"), "3<UDPv6:[[::1]:53]>",
	  "{\"fd\":3,\"path\":\"s\",\"socket\":{\"inode\":9,\"type\":\"UDPv6\",\"local\":{"
	  "\"address\":"
	  "\"::1\",\"port\":53}}}" },
	{ DETAIL(unix_named, "s"), "3<UNIX-STREAM:[9->10,\"/a\\\"\"]>",
	  "{\"fd\":3,\"path\":\"s\",\"socket\":{\"inode\":9,\"type\":\"UNIX-STREAM\",\"peer_"
	  "inode\":10,"
	  "\"path\":\"/a\\\"\"}}" },
	{ DETAIL(unix_abstract, "s"), "3<UNIX:[9,@\"a\\377\"]>",
	  "{\"fd\":3,\"path\":\"s\",\"socket\":{\"inode\":9,\"type\":\"UNIX\",\"abstract_base64\":"
	  "\"Yf8=\"}}" },
	{ DETAIL(unix_nuls, "s"), "3<UNIX:[9,@\"a\\0b\\0001\"]>",
	  "{\"fd\":3,\"path\":\"s\",\"socket\":{\"inode\":9,\"type\":\"UNIX\",\"abstract_base64\":"
	  "\"YQBiADE=\"}}" },
	{ DETAIL(netlink_bound, "s"), "3<NETLINK:[ROUTE:7]>",
	  "{\"fd\":3,\"path\":\"s\",\"socket\":{\"inode\":9,\"type\":\"NETLINK\",\"protocol\":0,"
	  "\"protocol_name\":\"ROUTE\",\"port_id\":7}}" },
	{ DETAIL(netlink_unknown, "s"), "3<NETLINK:[31:7]>",
	  "{\"fd\":3,\"path\":\"s\",\"socket\":{\"inode\":9,\"type\":\"NETLINK\",\"protocol\":31,"
	  "\"port_id\":7}}" },
	{ INT(DIRFD, -100), "AT_FDCWD", "{\"fd\":-100,\"name\":\"AT_FDCWD\"}" },
	{ .value = { .kind = KIND_DIRFD, .u = 0xffffff9c, .size = 4, .bytes = "/root", .len = 5 },
	  "AT_FDCWD</root>",
	  "{\"fd\":-100,\"name\":\"AT_FDCWD\",\"path\":\"/root\"}" },
	{ INT(DIRFD, -5), "-5", "{\"fd\":-5}" },
	{ .value = { .kind = KIND_OTHER_FD, .u = 3, .size = 4, .bytes = "/a", .len = 2 },
	  "3</a>",
	  "{\"fd\":3,\"path\":\"/a\"}" },
	{ INT(PID, -1), "-1", "{\"pid\":-1}" },
	{ .value = { .kind = KIND_PID, .u = 7, .size = 4, .more = MORE(.outside = 4711) },
	  "7 /* 4711 in scry's PID NS */",
	  "{\"pid\":7,\"outside\":4711}" },
	{ .value = { .kind = KIND_PID, .u = 7, .size = 4, .bytes = "sh>", .len = 3 },
	  "7<sh\\76>",
	  "{\"pid\":7,\"comm\":\"sh>\"}" },
	{ .value = { .kind = KIND_PID, .u = 7, .size = 4, .bytes = "\377", .len = 1 },
	  "7<\\377>",
	  "{\"pid\":7,\"comm_base64\":\"/w==\"}" },
	{ SCALAR(UID, 0xffffffff, 4), "-1", "-1" },
	{ SCALAR(UID, 0xffff, 2), "-1", "-1" },
	{ SCALAR(UID, 0xfffffffe, 4), "4294967294", "4294967294" },

	{ INT(SIGNAL, 15), "SIGTERM", "{\"signal\":\"SIGTERM\",\"number\":15}" },
	{ INT(SIGNAL, 0), "0", "{\"signal\":null,\"number\":0}" },
	{ INT(SIGNAL, 32), "SIGRTMIN", "{\"signal\":\"SIGRTMIN\",\"number\":32}" },
	{ INT(SIGNAL, 64), "SIGRT_32", "{\"signal\":\"SIGRT_32\",\"number\":64}" },
	{ INT(SIGNAL, 65), "65", "{\"signal\":null,\"number\":65}" },
	{ INT(SIGNAL, -1), "-1", "{\"signal\":null,\"number\":-1}" },
	{ INT(ERRNO, 2), "ENOENT", "{\"errno\":\"ENOENT\",\"number\":2}" },
	{ INT(ERRNO, 0), "0", "{\"errno\":null,\"number\":0}" },

	{ SCALAR(DEV, 0x801, 8), "makedev(0x8, 0x1)", "{\"major\":8,\"minor\":1,\"number\":2049}" },
	{ SCALAR(DEV, 0, 8), "makedev(0, 0)", "{\"major\":0,\"minor\":0,\"number\":0}" },
	{ SCALAR(DEV, 0x12312345, 4), "makedev(0x123, 0x12345)",
	  "{\"major\":291,\"minor\":74565,\"number\":305210181}" },
	{ SCALAR(DEV, 0x801, 2), "makedev(0x8, 0x1)", "{\"major\":8,\"minor\":1,\"number\":2049}" },
	{ LISTED(MODE, 0100644, 4, file_list), "S_IFREG|0644",
	  "{\"mode\":33188,\"permissions\":\"0644\",\"file_type\":\"S_IFREG\"}" },
	{ LISTED(MODE, 0104755, 4, file_list), "S_IFREG|S_ISUID|0755",
	  "{\"mode\":35309,\"permissions\":\"4755\",\"file_type\":\"S_IFREG\"}" },
	{ LISTED(MODE, 020000, 4, file_list), "S_IFCHR|000",
	  "{\"mode\":8192,\"permissions\":\"0000\",\"file_type\":\"S_IFCHR\"}" },
	{ LISTED(MODE, 0170777, 4, file_list), "0170777",
	  "{\"mode\":61951,\"permissions\":\"170777\"}" },
	{ LISTED(MODE, 07, 4, file_list), "007", "{\"mode\":7,\"permissions\":\"0007\"}" },
	{ SCALAR(PERM, 0, 4), "000", "{\"mode\":0,\"permissions\":\"0000\"}" },
	{ SCALAR(PERM, 022, 4), "022", "{\"mode\":18,\"permissions\":\"0022\"}" },
	{ SCALAR(PERM, 0644, 4), "0644", "{\"mode\":420,\"permissions\":\"0644\"}" },
	{ SCALAR(PORT, 80, 2), "htons(80)", "{\"port\":80}" },
	{ SCALAR(NETWORK, 80, 4), "htonl(80)", "80" },
	{ BYTES(IPV4, loopback4, 4), "inet_addr(\"127.0.0.1\")", "{\"ip\":\"127.0.0.1\"}" },
	{ BYTES(IPV6, loopback6, 16), "inet_pton(AF_INET6, \"::1\")", "{\"ip\":\"::1\"}" },

	{ INT(WAIT_STATUS, 0x300), "{WIFEXITED(s) && WEXITSTATUS(s) == 3}",
	  "{\"wait_status\":768,\"exited\":3}" },
	{ INT(WAIT_STATUS, 9), "{WIFSIGNALED(s) && WTERMSIG(s) == SIGKILL}",
	  "{\"wait_status\":9,\"killed\":\"SIGKILL\",\"core_dumped\":false}" },
	{ INT(WAIT_STATUS, 0x8b), "{WIFSIGNALED(s) && WTERMSIG(s) == SIGSEGV && WCOREDUMP(s)}",
	  "{\"wait_status\":139,\"killed\":\"SIGSEGV\",\"core_dumped\":true}" },
	{ INT(WAIT_STATUS, 0x137f), "{WIFSTOPPED(s) && WSTOPSIG(s) == SIGSTOP}",
	  "{\"wait_status\":4991,\"stopped\":\"SIGSTOP\"}" },
	{ INT(WAIT_STATUS, 0x857f), "{WIFSTOPPED(s) && WSTOPSIG(s) == SIGTRAP | 0x80}",
	  "{\"wait_status\":34175,\"stopped\":\"SIGTRAP\",\"syscall_stop\":true}" },
	{ INT(WAIT_STATUS, 0x2057f),
	  "{WIFSTOPPED(s) && WSTOPSIG(s) == SIGTRAP}|PTRACE_EVENT_VFORK<<16",
	  "{\"wait_status\":132479,\"stopped\":\"SIGTRAP\",\"ptrace_event\":\"PTRACE_EVENT_"
	  "VFORK\"}" },
	{ INT(WAIT_STATUS, 0xffff), "{WIFCONTINUED(s)}",
	  "{\"wait_status\":65535,\"continued\":true}" },
	{ SCALAR(LIMIT, 8388608, 8), "8192*1024", "{\"limit\":8388608}" },
	{ SCALAR(LIMIT, 1024, 8), "1024", "{\"limit\":1024}" },
	{ SCALAR(LIMIT, 1025, 8), "1025", "{\"limit\":1025}" },
	{ SCALAR(LIMIT, UINT64_MAX, 8), "RLIM64_INFINITY", "{\"limit\":\"unlimited\"}" },
	{ SCALAR(LIMIT, UINT32_MAX, 4), "RLIM_INFINITY", "{\"limit\":\"unlimited\"}" },
	{ BYTES(SIGSET, no_signals, 8), "[]", "{\"signals\":[]}" },
	{ BYTES(SIGSET, some_signals, 8), "[INT TERM CHLD RT_1]",
	  "{\"signals\":[\"SIGINT\",\"SIGTERM\",\"SIGCHLD\",\"SIGRT_1\"]}" },
	{ BYTES(SIGSET, most_signals, 8), "~[RTMIN RT_1]", NULL },
	{ BYTES(SIGSET, all_signals, 8), "~[]", NULL },
	{ BYTES(FDSET, some_fds, 16), "[3 5 70]", "{\"fds\":[{\"fd\":3},{\"fd\":5},{\"fd\":70}]}" },
	{ BYTES(FDSET, no_signals, 8), "[]", "{\"fds\":[]}" },
	{ SCALAR(SECONDS, 1700000000, 8), "1700000000", "1700000000" },
	{ .value = { .kind = KIND_NUMBER, .u = 5, .size = 4, .base = 16, .digits = 6 },
	  "0x000005",
	  "5" },
	{ .value = { .kind = KIND_NUMBER, .u = 0, .size = 4, .base = 16, .digits = 6 },
	  "00000000",
	  "0" },
	{ BYTES(SOCKET_NAME, "/run/x", 6), "\"/run/x\"", "{\"path\":\"/run/x\"}" },
	{ BYTES(SOCKET_NAME, "\0abs<\n", 6), "@\"abs<\\n\"", "{\"abstract\":\"abs<\\n\"}" },
	{ BYTES(SOCKET_NAME, "\0\377", 2), "@\"\\377\"", "{\"abstract_base64\":\"/w==\"}" },
	{ BYTES(SOCKET_NAME, "", 0), "\"\"", "{\"path\":\"\"}" },
	{ .value = { .kind = KIND_EXTRA,
		     .u = 88,
		     .size = 1,
		     .base = 16,
		     .bytes = "\7\0",
		     .len = 2,
		     .full_len = 112,
		     .truncated = true },
	  "/* bytes 88..199 */ \"\\x07\\x00\"...",
	  "{\"string_base64\":\"BwA=\",\"truncated\":true,\"length\":112,\"offset\":88}" },
	{ SCALAR(TICKS, 0, 8), "0", "0" },
	{ SCALAR(TICKS, 103, 8), "103 /* 1.03 s */", "103" },
	{ .value = { .kind = KIND_TICKS, .u = 1003, .size = 8, .digits = 3 },
	  "1003 /* 1.003 s */",
	  "1003" },
	{ LISTED(IOCTL, 0x5401, 4, ioctl_list), "TCGETS or SNDCTL",
	  "{\"ioctl\":[\"TCGETS\",\"SNDCTL\"],\"number\":21505}" },
	{ LISTED(IOCTL, 0xc0045401, 4, ioctl_list), "_IOC(_IOC_READ|_IOC_WRITE, 0x54, 0x1, 0x4)",
	  "{\"ioctl\":[],\"number\":3221509121}" },
	{ LISTED(IOCTL, 0x80604521, 4, ioctl_list), "EVIOCGBIT(EV_KEY, 96)",
	  "{\"ioctl\":[\"EVIOCGBIT(EV_KEY, 96)\"],\"number\":2153792801}" },
	{ LISTED(IOCTL, 0x8014453f, 4, ioctl_list), "EVIOCGBIT(0x1f /* EV_??? */, 20)", NULL },
	{ LISTED(IOCTL, 0x40044d19, 4, ioctl_list), "MIXER_WRITE(25)", NULL },
	{ LISTED(IOCTL, 0, 4, ioctl_list), "_IOC(_IOC_NONE, 0, 0, 0)",
	  "{\"ioctl\":[],\"number\":0}" },
	{ SCALAR(SYSCALL, 257, 4), "257", "{\"syscall\":null,\"number\":257}" },
	{ BYTES(CPUSET, some_cpus, 8), "[0 1]", "{\"cpus\":[0,1]}" },
	{ .value = { .kind = KIND_NUMBER,
		     .u = 80,
		     .size = 4,
		     .base = 10,
		     .more = MORE(.count = { .n = 2, .unit = "* sizeof(struct ifreq)" }) },
	  "80 /* 2 * sizeof(struct ifreq) */",
	  "80" },
	{ SCALAR(INTERFACE, 7, 4), "7", "{\"interface\":7}" },
	{ .value = { .kind = KIND_INTERFACE, .u = 1, .size = 4, .bytes = "lo\"", .len = 3 },
	  "if_nametoindex(\"lo\\\"\")",
	  "{\"interface\":1,\"name\":\"lo\\\"\"}" },
	{ SCALAR(KERNEL_VERSION, 0x60100, 4), "KERNEL_VERSION(6, 1, 0)",
	  "{\"kernel_version\":\"6.1.0\",\"number\":393472}" },
	{ SCALAR(OMITTED, 0, 8), "...", "{\"omitted\":true}" },
};

#endif
