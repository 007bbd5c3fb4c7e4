/* SPDX-License-Identifier: MIT */
/*
 * The options with which the fuzzer runs the writers. The output is checked in the same way with
 * all of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"

enum style_kind { WATCHED, TEXT, JSON };

static const struct color_scheme colors = { .codes = { "31", "32", "33;1", "34", "", "36", "1",
						       "38;5;9", "31;1" } };

/* -P: a name that paths may end with, and the root. */
static char *const target_names[] = { (char *)"x", (char *)"" };

static const struct {
	enum style_kind kind;
	struct decode_config decode;
	struct sink_config sink;
} styles[STYLES] = {
	{ WATCHED, { .string_limit = 32 }, { 0 } },
	{ WATCHED, { .string_limit = SIZE_MAX, .verbose = true }, { 0 } },
	{ WATCHED,
	  { .string_limit = 32,
	    .shallow = true,
	    .fds = FD_PATH,
	    .names = target_names,
	    .last_names = target_names,
	    .n_names = ARRAY_SIZE(target_names) },
	  { 0 } },
	{ TEXT, { .string_limit = 32 }, { .column = 40 } },
	{ TEXT, { .string_limit = 32, .verbose = true }, { 0 } },
	{ TEXT, { .string_limit = 32 }, { .constants = CONSTANTS_RAW } },
	{ TEXT, { .string_limit = 32 }, { .constants = CONSTANTS_VERBOSE } },
	{ TEXT, { .string_limit = 40 }, { .hex_strings = HEX_NON_ASCII } },
	{ TEXT,
	  { .string_limit = 1 },
	  { .hex_strings = HEX_ALL, .absolute = TIMESTAMP_UNIX, .absolute_digits = 9 } },
	{ TEXT, { .string_limit = 32, .fds = FD_ALL, .pid_comms = true }, { .arg_names = true } },
	{ TEXT, { .string_limit = 0, .fds = FD_ALL }, { .colors = &colors } },
	{ JSON, { .string_limit = 32 }, { 0 } },
	{ JSON, { .string_limit = 32, .verbose = true, .fds = FD_ALL, .pid_comms = true }, { 0 } },
	{ JSON, { .string_limit = 0, .shallow = true }, { 0 } },
	{ TEXT,
	  { .string_limit = 4096, .verbose = true, .pid_outside = true },
	  { .arg_names = true, .colors = &colors, .constants = CONSTANTS_VERBOSE } },
	{ TEXT,
	  { .string_limit = 32, .shallow = true },
	  { .hex_strings = HEX_NON_ASCII_CHARS,
	    .ip = true,
	    .number = true,
	    .relative = true,
	    .relative_digits = 6,
	    .durations = true,
	    .duration_digits = 9,
	    .hold = true,
	    .pid_prefix = PID_PREFIX_ALWAYS } },
	{ JSON, { .string_limit = 4096, .verbose = true, .pid_outside = true }, { .ip = true } },
};

void styles_open(struct fuzz *fuzz)
{
	for (unsigned i = 0; i < STYLES; i++) {
		int fd = memfd_create("records", MFD_CLOEXEC);

		require(fd >= 0);
		fuzz->written[i].fd = fd;
		fuzz->written[i].output = output_open_fd(fd, true, "records", OUTPUT_BLOCK);
		if (styles[i].kind != WATCHED)
			fuzz->written[i].writer =
				(styles[i].kind == TEXT ? writer_text_new
							: writer_json_new)(&styles[i].sink,
									   fuzz->written[i].output);
	}
}

void styles_close(struct fuzz *fuzz)
{
	for (unsigned i = 0; i < STYLES; i++) {
		if (fuzz->written[i].writer)
			fuzz->written[i].writer->ops->destroy(fuzz->written[i].writer);
		output_close(fuzz->written[i].output);
	}
}

const struct decode_config *style_decode(unsigned style)
{
	return &styles[style].decode;
}

static uint64_t check(struct fuzz *fuzz, unsigned style)
{
	int fd = fuzz->written[style].fd;
	off_t len;

	fuzz->style = style;
	output_flush(fuzz->written[style].output);
	require(!output_failed(fuzz->written[style].output));
	len = lseek(fd, 0, SEEK_CUR);
	if (len <= 0)
		return 0;
	buf_clear(&fuzz->read);
	buf_reserve(&fuzz->read, (size_t)len);
	require(pread(fd, fuzz->read.data, (size_t)len, 0) == len);
	require(lseek(fd, 0, SEEK_SET) == 0 && ftruncate(fd, 0) == 0);
	if (fuzz->records && styles[style].kind == JSON)
		require(fwrite(fuzz->read.data, 1, (size_t)len, fuzz->records) == (size_t)len);
	return lines_check((unsigned char *)fuzz->read.data, (size_t)len,
			   styles[style].kind == JSON);
}

void styles_check(struct fuzz *fuzz)
{
	for (unsigned i = 0; i < STYLES; i++)
		fuzz->lines += check(fuzz, i);
}
