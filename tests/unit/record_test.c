/* SPDX-License-Identifier: MIT */
/* Unit tests of src/record/: what is written is read again, and damage is found. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz/recordings.h"
#include "scry/kept_answers.h"
#include "record/format.h"
#include "scry/util.h"
#include "suite.h"

#define SEED 12345
#define CAPTURES 100
#define OLDER_CAPTURES 20
#define BLOCKS 7 /* of 16 captures */

static char path[] = "/tmp/scry-record-XXXXXX";

/* The bytes of a recording. */
static struct buf file;

/*
 * Each length of a number, with nothing, and with more numbers behind it, and cut after each of its
 * bytes.
 */
START_TEST(numbers_are_read_and_bounded)
{
	for (unsigned bits = 0; bits <= 64; bits++) {
		uint64_t number = bits == 64 ? UINT64_MAX
					     : (UINT64_C(0x5555555555555555) | 1) &
						       ((UINT64_C(1) << bits) - 1);
		struct buf stored = { 0 };
		bool bad = false;
		struct bytes in;
		size_t len;

		if (bits && bits < 64)
			number |= UINT64_C(1) << (bits - 1);
		put_number(&stored, number);
		len = stored.len;
		for (size_t behind = 0; behind < 10; behind++) {
			in = (struct bytes){ (unsigned char *)stored.data,
					     (unsigned char *)stored.data + stored.len, &bad };
			ck_assert_uint_eq(get_number(&in), number);
			ck_assert(!bad);
			ck_assert_uint_eq((size_t)(in.end - in.at), behind);
			put_number(&stored, 1 + behind);
		}
		for (size_t cut = 0; cut < len; cut++) {
			/*
			 * Memory of its own, so that the sanitizers notice a read beyond the end.
			 */
			unsigned char *part = xmalloc(cut + 1);

			memcpy(part + 1, stored.data, cut);
			bad = false;
			in = (struct bytes){ part + 1, part + 1 + cut, &bad };
			ck_assert_uint_eq(get_number(&in), 0);
			ck_assert(bad && in.at == in.end);
			free(part);
		}
		buf_free(&stored);
	}
}
END_TEST

static void write_file(const void *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_TRUNC);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, bytes, len), (ssize_t)len);
	close(fd);
}

static void read_file(const char *name)
{
	struct stat st;
	int fd = open(name, O_RDONLY);

	ck_assert_int_eq(fstat(fd, &st), 0);
	buf_clear(&file);
	buf_reserve(&file, (size_t)st.st_size);
	ck_assert_int_eq(read(fd, file.data, (size_t)st.st_size), st.st_size);
	file.len = (size_t)st.st_size;
	close(fd);
}

static void make(void)
{
	const struct recorder_config config = { .path = path };

	ck_assert(made_recording_write(&config, SEED, CAPTURES));
	read_file(path);
}

/* An assertion of libcheck writes to a pipe each time: there are too many captures for that. */
#define REQUIRE(condition)                              \
	do {                                            \
		if (!(condition))                       \
			ck_abort_msg("%s", #condition); \
	} while (0)

static void same_text(const char *expected, const char *found)
{
	if (!expected || !found)
		REQUIRE(expected == found);
	else
		REQUIRE(!strcmp(expected, found));
}

static void same_stack(const struct stack *expected, const struct stack *found)
{
	REQUIRE(expected->n == found->n);
	REQUIRE(expected->end == found->end);
	REQUIRE(!expected->program == !found->program);
	for (size_t i = 0; i < expected->n; i++) {
		const struct frame *one = expected->frames[i], *other = found->frames[i];

		REQUIRE(one->ip == other->ip);
		REQUIRE(one->offset == other->offset);
		REQUIRE(one->into == other->into);
		REQUIRE(one->line == other->line);
		same_text(one->object, other->object);
		same_text(one->symbol, other->symbol);
		same_text(one->source, other->source);
	}
}

static void same_event(const struct event *expected, const struct event *found)
{
	REQUIRE(expected->kind == found->kind);
	REQUIRE(expected->tid == found->tid);
	REQUIRE(expected->mono_ns == found->mono_ns);
	REQUIRE(expected->real.tv_sec == found->real.tv_sec);
	REQUIRE(expected->real.tv_nsec == found->real.tv_nsec);
	REQUIRE(expected->system_ns == found->system_ns);
	REQUIRE(expected->abi == found->abi);
	REQUIRE(expected->audit_arch == found->audit_arch);
	REQUIRE(expected->ip == found->ip);
	REQUIRE(expected->result == found->result);
	REQUIRE(expected->is_error == found->is_error);
	REQUIRE(expected->core_dumped == found->core_dumped);
	REQUIRE(expected->unstopped == found->unstopped);
	REQUIRE(expected->resumes == found->resumes);
	REQUIRE(expected->resumed_nr == found->resumed_nr);
	REQUIRE(expected->signal == found->signal);
	REQUIRE(expected->status == found->status);
	REQUIRE(expected->parent_tid == found->parent_tid);
	REQUIRE(expected->former_tid == found->former_tid);
	if (expected->kind == EVENT_ENTER || expected->kind == EVENT_EXIT)
		REQUIRE(expected->nr == found->nr);
	if (expected->kind == EVENT_ENTER) {
		REQUIRE(expected->sp == found->sp);
		REQUIRE(!memcmp(expected->args, found->args, sizeof(found->args)));
	}
	if (expected->kind == EVENT_SIGNAL)
		REQUIRE(!memcmp(&expected->siginfo, &found->siginfo, sizeof(found->siginfo)));
}

static bool is_older; /* the recording is of a version before 7 */

/* The capture must be the one with this index. */
static void same_capture(unsigned index, const struct capture *capture)
{
	const struct fetch found = { &answers_fetch_ops, capture->answers };
	struct made_capture made;
	struct fetch source = made_capture_source(&made);

	made_capture_fill(&made, SEED, index);
	same_event(&made.event, &capture->event);
	REQUIRE(made.tgid == capture->tgid);
	/* A name that is no longer known is the last one. */
	if (made.facts.comm)
		same_text(made.facts.comm, capture->facts.comm);
	same_text(made.facts.denied, capture->facts.denied);
	REQUIRE(made.facts.stack_ns == capture->facts.stack_ns);
	REQUIRE(made.facts.delayed == capture->facts.delayed);
	REQUIRE(!made.facts.stack == !capture->facts.stack);
	if (made.facts.stack)
		same_stack(made.facts.stack, capture->facts.stack);
	REQUIRE(made_capture_ask(&made, &source) == made_capture_ask(&made, &found));
	REQUIRE(is_older ||
		made_capture_ask_others(&made, &source) == made_capture_ask_others(&made, &found));
	made_capture_free(&made);
}

static unsigned index_of(const struct capture *capture)
{
	return (unsigned)((capture->event.mono_ns - UINT64_C(5000000000000)) / 1000);
}

/*
 * Reads what can be read. Returns the number of captures, which must be right; *damages: of
 * messages.
 */
static unsigned read_all(unsigned *damages, struct buf *messages)
{
	static const struct stack_config stacks = { .source = true, .limit = 100 };
	char *error;
	struct recording *recording = recording_open(path, &error);
	const struct capture *capture;
	const char *message;
	unsigned n = 0, next = 0;

	*damages = 0;
	if (!recording) {
		ck_assert_ptr_nonnull(strstr(error, path));
		free(error);
		*damages = 1;
		return 0;
	}
	recording_want_stacks(recording, &stacks);
	for (;;) {
		switch (recording_next(recording, &capture, &message)) {
		case RECORDING_CAPTURE:
			REQUIRE(index_of(capture) >= next);
			next = index_of(capture) + 1;
			same_capture(next - 1, capture);
			n++;
			continue;
		case RECORDING_DAMAGE:
			ck_assert_ptr_nonnull(strstr(message, " offset "));
			if (messages)
				buf_printf(messages, "%s\n", message);
			++*damages;
			continue;
		case RECORDING_END:
			ck_assert_int_eq(recording_missing(recording), 0);
			recording_free(recording);
			return n;
		}
	}
}

START_TEST(what_is_written_is_read_again)
{
	unsigned damages;

	make();
	ck_assert_uint_eq(read_all(&damages, NULL), CAPTURES);
	ck_assert_uint_eq(damages, 0);
}
END_TEST

/* Writes a call that has failed with this result. Returns what is read first. */
static int write_and_read_failure(int64_t result)
{
	const struct recorder_config config = { .path = path };
	const struct event_facts facts = { 0 };
	const struct event event = {
		.kind = EVENT_EXIT,
		.tid = 1,
		.abi = abi_by_name("x86_64"),
		.result = result,
		.is_error = true,
	};
	struct answers *answers = answers_new();
	struct record_info info = { 0 };
	const struct capture *capture;
	struct recording *recording;
	struct recorder *recorder;
	const char *message;
	char *error;
	int found;

	recorder = recorder_new(&config, &info, answers, &error);
	ck_assert_ptr_nonnull(recorder);
	answers_begin(answers, NULL);
	recorder_add(recorder, &event, 1, &facts);
	ck_assert(recorder_close(recorder));
	answers_free(answers);
	recording = recording_open(path, &error);
	ck_assert_ptr_nonnull(recording);
	found = recording_next(recording, &capture, &message);
	if (found == RECORDING_CAPTURE)
		ck_assert_int_eq(capture->event.result, result);
	recording_free(recording);
	return found;
}

/* Consumers make an error number of a result by changing its sign. */
START_TEST(a_failure_without_a_number_is_damage)
{
	ck_assert_int_eq(write_and_read_failure(-2), RECORDING_CAPTURE);
	ck_assert_int_eq(write_and_read_failure(INT64_MIN + 1), RECORDING_CAPTURE);
	ck_assert_int_eq(write_and_read_failure(INT64_MIN), RECORDING_DAMAGE);
}
END_TEST

START_TEST(facts_are_found_by_their_keys)
{
	struct recording *recording;
	char *error;

	make();
	recording = recording_open(path, &error);
	ck_assert_ptr_nonnull(recording);
	ck_assert_str_eq(record_info_find(recording_info(recording), "argument"), "made up");
	ck_assert_uint_eq(record_info_number(recording_info(recording), "limit"), 4096);
	ck_assert_ptr_null(record_info_find(recording_info(recording), "environment"));
	recording_free(recording);
}
END_TEST

/* All places at the beginning and the end of the file, and a hundred between. */
static size_t next_place(size_t at)
{
	size_t step = file.len / 100;

	if (at < 300 || at >= file.len - 300)
		return at + 1;
	return at + step < file.len - 300 ? at + step : file.len - 300;
}

/* Wherever the file is cut, the blocks before are read, and a message says that it is cut. */
START_TEST(a_file_can_be_cut_anywhere)
{
	unsigned previous = 0, damages, n, steps = 0;

	make();
	for (size_t len = 0; len < file.len; len = next_place(len)) {
		write_file(file.data, len);
		n = read_all(&damages, NULL);
		ck_assert_uint_ge(damages, 1);
		ck_assert_uint_ge(n, previous);
		ck_assert(n % 16 == 0 || n == CAPTURES);
		steps += n > previous;
		previous = n;
	}
	ck_assert_uint_eq(previous, CAPTURES);
	ck_assert_uint_eq(steps, BLOCKS);
}
END_TEST

/* Whichever byte is changed, it is noticed, and at most one block is lost. */
START_TEST(a_changed_byte_is_found)
{
	unsigned damages, n, unnoticed = 0;

	make();
	for (size_t at = 0; at < file.len; at = next_place(at)) {
		char byte = file.data[at];

		/* Of the version a bit that makes it a later one: an earlier one is read, too. */
		file.data[at] = (char)(byte ^ (1 << (at + 3) % 8));
		write_file(file.data, file.len);
		n = read_all(&damages, NULL);
		file.data[at] = byte;
		ck_assert(n == 0 || n >= CAPTURES - 16);
		unnoticed += !damages;
		/* Four bytes after the version have no meaning yet. */
		ck_assert(damages || (at >= 12 && at < 16));
	}
	ck_assert_uint_eq(unnoticed, 4);
}
END_TEST

START_TEST(blocks_may_be_missing_in_the_middle)
{
	struct buf messages = { 0 };
	unsigned damages;

	make();
	memset(file.data + file.len / 2, 0, 2000);
	write_file(file.data, file.len);
	ck_assert_uint_ge(read_all(&damages, &messages), CAPTURES / 2);
	ck_assert_uint_eq(damages, 1);
	ck_assert_ptr_nonnull(strstr(buf_cstr(&messages), "is damaged at offset"));
	buf_free(&messages);
}
END_TEST

START_TEST(a_later_version_is_refused)
{
	char *error, format[16];

	make();
	file.data[8] = FORMAT_VERSION + 1;
	write_file(file.data, file.len);
	ck_assert_ptr_null(recording_open(path, &error));
	snprintf(format, sizeof(format), "format %u", FORMAT_VERSION + 1);
	ck_assert_ptr_nonnull(strstr(error, format));
	free(error);
}
END_TEST

/*
 * tests/data/format-2.rec has the first captures in version 2. Without what that has added it is
 * the same as in version 1.
 */
START_TEST(an_older_version_is_read)
{
	const char *srcdir = getenv("srcdir");
	struct buf messages = { 0 };
	char older[4096];
	unsigned damages;

	snprintf(older, sizeof(older), "%s/tests/data/format-2.rec", srcdir ? srcdir : ".");
	for (char version = 1; version <= 2; version++) {
		read_file(older);
		ck_assert_int_eq(file.data[8], 2);
		file.data[8] = version;
		write_file(file.data, file.len);
		is_older = true;
		ck_assert_uint_eq(read_all(&damages, &messages), OLDER_CAPTURES);
		ck_assert_uint_eq(damages, 0);
	}
	buf_free(&messages);
}
END_TEST

/* --- answers without a recorder -------------------------------------------------------------- */

/* A tracee that counts what it is asked. */
struct counted {
	unsigned reads, paths, details;
	unsigned kinds; /* of the last question about a detail */
	uint64_t late_from; /* memory from this address on is late; 0: none is */
	size_t late; /* for fetch_ops.late */
};

static size_t count_read(void *ctx, uint64_t address, void *buf, size_t len)
{
	struct counted *counted = ctx;

	counted->reads++;
	for (size_t i = 0; i < len; i++) {
		((char *)buf)[i] = (char)('a' + (address + i) % 26);
		counted->late += counted->late_from && address + i >= counted->late_from;
	}
	return len;
}

static size_t count_late(void *ctx)
{
	struct counted *counted = ctx;
	size_t late = counted->late;

	counted->late = 0;
	return late;
}

static ssize_t count_path(void *ctx, int fd, char *buf, size_t len)
{
	struct counted *counted = ctx;

	(void)len;
	counted->paths++;
	if (fd > 2)
		return -1;
	memcpy(buf, "/dev/null", 9);
	return 9;
}

static bool count_detail(void *ctx, int fd, const char *name, size_t name_len, unsigned kinds,
			 struct fd_detail *detail)
{
	struct counted *counted = ctx;

	(void)fd, (void)name, (void)name_len;
	counted->details++;
	counted->kinds = kinds;
	*detail = (struct fd_detail){ .kind = FD_DEVICE, .device.major = 1 };
	return kinds & FD_DEVICE;
}

static const struct fetch_ops count_ops = {
	.read = count_read,
	.late = count_late,
	.fd_path = count_path,
	.fd_detail = count_detail,
};

static bool ask_detail(struct answers *answers, unsigned kinds)
{
	struct fd_detail detail;

	return answers_fetch_ops.fd_detail(answers, 1, "/dev/null", 9, kinds, &detail);
}

/*
 * What a second decoder of an event asks comes from memory, known or not; the next event asks
 * again.
 */
START_TEST(a_question_is_passed_on_once)
{
	struct counted counted = { 0 };
	const struct fetch source = { &count_ops, &counted };
	struct answers *answers = answers_new();
	const struct fetch fetch = { &answers_fetch_ops, answers };
	char buf[64];

	for (unsigned event = 1; event <= 3; event++) {
		answers_begin(answers, &source);
		for (unsigned decoder = 0; decoder < 2; decoder++) {
			ck_assert_uint_eq(fetch_read(&fetch, 1000, buf, 32), 32);
			ck_assert_uint_eq(fetch_read_string(&fetch, 1010, buf, 8), 8);
			ck_assert_int_eq(buf[0], 'a' + 1010 % 26);
			ck_assert_int_eq(fetch.ops->fd_path(fetch.ctx, 1, buf, sizeof(buf)), 9);
			ck_assert_int_eq(fetch.ops->fd_path(fetch.ctx, 5, buf, sizeof(buf)), -1);
		}
		ck_assert_uint_eq(counted.reads, event);
		ck_assert_uint_eq(counted.paths, 2 * event);
	}
	/* A longer read asks for the rest alone. */
	ck_assert_uint_eq(fetch_read(&fetch, 990, buf, 64), 64);
	ck_assert_uint_eq(counted.reads, 5);
	ck_assert_uint_eq(answers_missing(answers), 0);
	answers_free(answers);
}
END_TEST

/* What a recording has not is missing, unless a decoder has only read ahead. */
START_TEST(bytes_read_ahead_are_not_missing)
{
	struct counted counted = { 0 };
	const struct fetch source = { &count_ops, &counted };
	struct answers *answers = answers_new();
	const struct fetch fetch = { &answers_fetch_ops, answers };
	char buf[64];

	answers_begin(answers, &source);
	ck_assert_uint_eq(fetch_read(&fetch, 1000, buf, 24), 24);
	answers_seal(answers);
	ck_assert_uint_eq(fetch_read_ahead(&fetch, 1000, buf, 64), 24);
	ck_assert_uint_eq(answers_missing(answers), 0);
	ck_assert_uint_eq(fetch_read_ahead(&fetch, 1024, buf, 64), 0);
	ck_assert_uint_eq(answers_missing(answers), 1);
	ck_assert_uint_eq(fetch_read(&fetch, 1000, buf, 64), 24);
	ck_assert_uint_eq(answers_missing(answers), 2);
	answers_free(answers);
}
END_TEST

/*
 * Details are asked for with the kinds that a decoder wants, which is cheaper than all; more kinds
 * are asked for again.
 */
START_TEST(details_are_asked_for_as_they_are_wanted)
{
	struct counted counted = { 0 };
	const struct fetch source = { &count_ops, &counted };
	struct answers *answers = answers_new();

	answers_begin(answers, &source);
	ck_assert(!ask_detail(answers, FD_SOCKET));
	ck_assert_uint_eq(counted.kinds, FD_SOCKET);
	ck_assert(!ask_detail(answers, FD_SOCKET));
	ck_assert_uint_eq(counted.details, 1);
	ck_assert(ask_detail(answers, FD_DEVICE));
	ck_assert_uint_eq(counted.kinds, FD_SOCKET | FD_DEVICE);
	ck_assert_uint_eq(counted.details, 2);
	ck_assert(ask_detail(answers, FD_ALL));
	ck_assert(!ask_detail(answers, FD_SOCKET));
	ck_assert_uint_eq(counted.details, 2);
	answers_free(answers);
}
END_TEST

static size_t late_after(const struct fetch *fetch, uint64_t address, size_t len)
{
	char buf[64];

	ck_assert_uint_eq(fetch_read(fetch, address, buf, len), len);
	return fetch->ops->late(fetch->ctx);
}

/* Each reader of late bytes hears of them, and readers of the bytes before them do not. */
START_TEST(late_bytes_stay_late)
{
	struct counted counted = { 0 };
	const struct fetch source = { &count_ops, &counted };
	struct answers *answers = answers_new();
	const struct fetch fetch = { &answers_fetch_ops, answers };

	/* Late bytes of a read that did not go through the answers do not count. */
	counted.late = 7;
	answers_begin(answers, &source);
	ck_assert_uint_eq(late_after(&fetch, 2000, 16), 0);
	counted.late_from = 1020;
	for (unsigned decoder = 0; decoder < 2; decoder++) {
		ck_assert_uint_eq(late_after(&fetch, 1000, 32), 12);
		ck_assert_uint_eq(late_after(&fetch, 1000, 20), 0);
		ck_assert_uint_eq(late_after(&fetch, 1000, 21), 1);
		ck_assert_uint_eq(late_after(&fetch, 1030, 8), 8);
	}
	answers_begin(answers, &source);
	ck_assert_uint_eq(answers_fetch_ops.late(answers), 0);
	answers_free(answers);
}
END_TEST

/*
 * A tracee with an array of pointers at 1000, to strings of three letters from 2000 on, which stand
 * side by side.
 */
static size_t read_strings(void *ctx, uint64_t address, void *buf, size_t len)
{
	static const uint32_t pointers[] = { 2004, 2000, 2012, 0 };
	static const uint32_t arguments[] = { 2013, 0 };
	static const char strings[] = "one\0two\0six\0ten";
	const char *from = address < 1000   ? (const char *)arguments
			   : address < 2000 ? (const char *)pointers
					    : strings;
	size_t start = address < 1000 ? 900 : address < 2000 ? 1000 : 2000;

	(void)ctx;
	memcpy(buf, from + (address - start), len);
	return len;
}

/* The exit of a write(2) gets what its entry has read, but for what was read again before. */
START_TEST(memory_is_kept_for_a_later_event)
{
	struct counted counted = { 0 };
	const struct fetch source = { &count_ops, &counted };
	struct answers *answers = answers_new();
	const struct fetch asked = { &answers_fetch_ops, answers };
	struct buf kept = { 0 };
	char bytes[8];

	answers_begin(answers, &source);
	fetch_read(&asked, 26, bytes, 8);
	fetch_read(&asked, 100, bytes, 8);
	answers_keep_memory(answers, &kept, 1000);
	answers_begin(answers, &source);
	fetch_read(&asked, 104, bytes, 2);
	ck_assert_uint_eq(counted.reads, 3);
	answers_give_memory(answers, &kept);
	ck_assert_uint_eq(fetch_read(&asked, 28, bytes, 4), 4);
	ck_assert_mem_eq(bytes, "cdef", 4);
	ck_assert_uint_eq(counted.reads, 3);
	fetch_read(&asked, 100, bytes, 4);
	ck_assert_uint_eq(counted.reads, 4);
	answers_keep_memory(answers, &kept, 10);
	ck_assert_uint_eq(kept.len, 0);
	buf_free(&kept);
	answers_free(answers);
}
END_TEST

/*
 * The strings of an array are forgotten, and neither its pointers nor what is between the strings.
 */
START_TEST(strings_are_forgotten)
{
	static const struct fetch_ops ops = { .read = read_strings };
	static const struct fetch nothing = { .ops = &ops };
	struct answers *answers = answers_new();
	const struct fetch fetch = { &answers_fetch_ops, answers };
	bool swapped = *(const uint16_t *)"\0\1" == 1;
	char buf[16];

	answers_begin(answers, &nothing);
	ck_assert_uint_eq(fetch_read(&fetch, 1000, buf, 16), 16);
	ck_assert_uint_eq(fetch_read(&fetch, 2000, buf, 16), 16);
	answers_forget_strings(answers, (struct string_vector){ 1000, 4, swapped }, 0, 0);
	answers->source = NULL;
	ck_assert_uint_eq(fetch_read(&fetch, 1000, buf, 16), 16);
	ck_assert_uint_eq(fetch_read(&fetch, 2000, buf, 8), 0);
	ck_assert_uint_eq(fetch_read(&fetch, 2004, buf, 4), 0);
	ck_assert_uint_eq(fetch_read(&fetch, 2008, buf, 8), 4);
	ck_assert_str_eq(buf, "six");
	ck_assert_uint_eq(fetch_read(&fetch, 2012, buf, 4), 0);
	/* They are not missing: they were withheld. */
	ck_assert(!answers_fetch_ops.captured(answers));
	ck_assert_uint_eq(answers_missing(answers), 0);
	/* What the path of the program and its arguments share with them is kept. */
	answers_begin(answers, &nothing);
	fetch_read(&fetch, 900, buf, 8);
	fetch_read(&fetch, 1000, buf, 16);
	fetch_read(&fetch, 2000, buf, 16);
	answers_forget_strings(answers, (struct string_vector){ 1000, 4, swapped }, 2006, 900);
	answers->source = NULL;
	ck_assert_uint_eq(fetch_read(&fetch, 2004, buf, 1), 0);
	ck_assert_uint_eq(fetch_read(&fetch, 2005, buf, 1), 0);
	ck_assert_uint_eq(fetch_read(&fetch, 2006, buf, 6), 6);
	ck_assert_mem_eq(buf, "o\0six", 6);
	ck_assert_uint_eq(fetch_read(&fetch, 2000, buf, 1), 0);
	ck_assert_uint_eq(fetch_read(&fetch, 2012, buf, 1), 0);
	ck_assert_uint_eq(fetch_read(&fetch, 2013, buf, 3), 3);
	ck_assert_str_eq(buf, "en");
	answers_free(answers);
}
END_TEST

/* The memory that one event takes is bounded, and its size does not make the next ones slow. */
START_TEST(answers_are_bounded)
{
	struct counted counted = { 0 };
	const struct fetch source = { &count_ops, &counted };
	struct answers *answers = answers_new();
	const struct fetch fetch = { &answers_fetch_ops, answers };
	char buf[4096];

	answers_begin(answers, &source);
	for (unsigned i = 0; i < 4096; i++)
		ck_assert_uint_eq(fetch_read(&fetch, i * 8192ull, buf, sizeof(buf)), sizeof(buf));
	/* What did not fit is read again. */
	counted.reads = 0;
	fetch_read(&fetch, 0, buf, sizeof(buf));
	ck_assert_uint_eq(counted.reads, 0);
	fetch_read(&fetch, 4095 * 8192ull, buf, sizeof(buf));
	ck_assert_uint_eq(counted.reads, 1);
	for (int fd = 3; fd < 100000; fd++)
		fetch.ops->fd_path(fetch.ctx, fd, buf, sizeof(buf));
	answers_begin(answers, &source);
	counted.reads = 0;
	for (unsigned i = 0; i < 2; i++)
		fetch_read(&fetch, 0, buf, sizeof(buf));
	ck_assert_uint_eq(counted.reads, 1);
	answers_free(answers);
}
END_TEST

/* The ring keeps the last captures, and its memory is bounded. */
START_TEST(a_ring_keeps_the_end)
{
	const struct recorder_config config = { .path = path, .ring_bytes = 100000 };
	unsigned damages, n;
	struct stat st;

	ck_assert(made_recording_write(&config, SEED, 1000));
	n = read_all(&damages, NULL);
	ck_assert_uint_eq(damages, 0);
	ck_assert_uint_ge(n, 16);
	ck_assert_uint_lt(n, 1000);
	ck_assert_int_eq(stat(path, &st), 0);
	ck_assert_int_lt(st.st_size, 102000);
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("record");
	int fd = mkstemp(path), status;

	if (fd < 0)
		die_errno("mkstemp");
	close(fd);
	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, numbers_are_read_and_bounded);
	tcase_add_test(tcase, what_is_written_is_read_again);
	tcase_add_test(tcase, a_failure_without_a_number_is_damage);
	tcase_add_test(tcase, facts_are_found_by_their_keys);
	tcase_add_test(tcase, a_file_can_be_cut_anywhere);
	tcase_add_test(tcase, a_changed_byte_is_found);
	tcase_add_test(tcase, blocks_may_be_missing_in_the_middle);
	tcase_add_test(tcase, a_later_version_is_refused);
	tcase_add_test(tcase, an_older_version_is_read);
	tcase_add_test(tcase, a_question_is_passed_on_once);
	tcase_add_test(tcase, bytes_read_ahead_are_not_missing);
	tcase_add_test(tcase, details_are_asked_for_as_they_are_wanted);
	tcase_add_test(tcase, late_bytes_stay_late);
	tcase_add_test(tcase, answers_are_bounded);
	tcase_add_test(tcase, memory_is_kept_for_a_later_event);
	tcase_add_test(tcase, strings_are_forgotten);
	tcase_add_test(tcase, a_ring_keeps_the_end);
	status = suite_run(suite_create("record"), tcase, NULL);
	unlink(path);
	return status;
}
