/* SPDX-License-Identifier: MIT */
#include "otlp/send.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <curl/curl.h>

#include "config.h"
#include "otlp/resource.h"
#include "scry/util.h"
#ifdef HAVE_ZLIB
#include <zlib.h>
#endif

/* A request is given up after this time; it is tried again later. */
#define CONNECT_MS 3000L
#define REQUEST_MS 10000L
/* After a failure the next request comes after a time that doubles each time. */
#define BACK_OFF_MIN_NS 250000000u
#define BACK_OFF_MAX_NS 30000000000u
/* When scry ends, a collector that fails so often is not tried again. */
#define CLOSING_TRIES 3
/*
 * Of an answer no more is read: as much as gRPC takes in one message. Decoding it takes little more
 * memory.
 */
#define ANSWER_MAX (4u << 20)
#define DECODED_MAX (ANSWER_MAX + (1u << 20))
#define GZIP_WINDOW (15 + 16)

struct parcel {
	struct parcel *next;
	enum request_kind kind;
	ProtobufCMessage *message; /* in the arena; NULL: it is packed */
	struct arena arena;
	unsigned char *body; /* packed */
	size_t size;
	bool is_gzip;
	size_t n; /* spans or points */
};

/* What a collector can say in an answer to a request, beside that it failed. */
enum remark { REMARK_NONE, REMARK_REFUSED, REMARK_PARTIAL, REMARK_WARNING, REMARK_UNREADABLE };
#define N_REMARKS (REMARK_UNREADABLE + 1)

/* The first remark of its sort. */
struct noted {
	char text[CURL_ERROR_SIZE];
	enum request_kind kind;
	bool noted, said;
};

struct sender {
	char *urls[2]; /* by kind */
	struct curl_slist *headers, *gzip_headers;
	CURL *curl;
	pthread_t thread;
	bool running;
	pthread_mutex_t lock;
	pthread_cond_t changed; /* CLOCK_MONOTONIC */
	/* Under the lock. */
	struct parcel *first, **last;
	size_t n, bytes; /* of the queue, with the request that is being sent */
	bool closing, ended;
	uint64_t deadline_ns; /* if it is closing */
	uint64_t offered[2], dropped[2];
	bool failing, reported;
	char why[CURL_ERROR_SIZE]; /* the last failure */
	struct noted remarks[N_REMARKS];
	/* Of the thread. */
	char error[CURL_ERROR_SIZE];
	unsigned char *answer;
	size_t answer_size, answer_capacity;
	bool answer_is_too_long;
	uint64_t back_off_ns, retry_after_ns;
	/* Functions of libcurl. */
	LIBRARY_POINTER(curl_global_init);
	LIBRARY_POINTER(curl_easy_init);
	LIBRARY_POINTER(curl_easy_setopt);
	LIBRARY_POINTER(curl_easy_perform);
	LIBRARY_POINTER(curl_easy_getinfo);
	LIBRARY_POINTER(curl_easy_cleanup);
	LIBRARY_POINTER(curl_slist_append);
	LIBRARY_POINTER(curl_slist_free_all);
	LIBRARY_POINTER(curl_easy_strerror);
#ifdef HAVE_ZLIB
	struct zlib {
		LIBRARY_POINTER(deflateInit2_);
		LIBRARY_POINTER(deflateBound);
		LIBRARY_POINTER(deflate);
		LIBRARY_POINTER(deflateEnd);
	} zlib;
	bool has_zlib;
#endif
};

/* --- libraries ------------------------------------------------------------------------------- */

static bool load_curl(struct sender *sender, char **why)
{
#define FUNCTION(function) LIBRARY_FUNCTION(struct sender, function)
	static const struct library_function functions[] = {
		FUNCTION(curl_global_init),   FUNCTION(curl_easy_init),
		FUNCTION(curl_easy_setopt),   FUNCTION(curl_easy_perform),
		FUNCTION(curl_easy_getinfo),  FUNCTION(curl_easy_cleanup),
		FUNCTION(curl_slist_append),  FUNCTION(curl_slist_free_all),
		FUNCTION(curl_easy_strerror),
	};
#undef FUNCTION

	return library_load(CURL_SONAME, functions, ARRAY_SIZE(functions), sender, why);
}

#ifdef HAVE_ZLIB
static void load_zlib(struct sender *sender)
{
	static const struct library_function functions[] = {
		LIBRARY_FUNCTION(struct zlib, deflateInit2_),
		LIBRARY_FUNCTION(struct zlib, deflateBound),
		LIBRARY_FUNCTION(struct zlib, deflate),
		LIBRARY_FUNCTION(struct zlib, deflateEnd),
	};
	char *why = NULL;

	sender->has_zlib =
		library_load(ZLIB_SONAME, functions, ARRAY_SIZE(functions), &sender->zlib, &why);
	free(why);
}

/* Replaces the body by a packed one, if that is possible. */
static void pack(struct sender *sender, struct parcel *parcel)
{
	z_stream stream = { .next_in = parcel->body, .avail_in = (uInt)parcel->size };
	unsigned char *packed;
	uLong room;

	if (!sender->has_zlib ||
	    sender->zlib.sym_deflateInit2_(&stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, 8,
					   Z_DEFAULT_STRATEGY, ZLIB_VERSION,
					   sizeof(stream)) != Z_OK)
		return;
	room = sender->zlib.sym_deflateBound(&stream, parcel->size);
	packed = malloc(room);
	stream.next_out = packed;
	stream.avail_out = (uInt)room;
	if (packed && sender->zlib.sym_deflate(&stream, Z_FINISH) == Z_STREAM_END) {
		free(parcel->body);
		parcel->body = packed;
		parcel->size = stream.total_out;
		parcel->is_gzip = true;
		packed = NULL;
	}
	sender->zlib.sym_deflateEnd(&stream);
	free(packed);
}
#else
static void load_zlib(struct sender *sender)
{
	(void)sender;
}

static void pack(struct sender *sender, struct parcel *parcel)
{
	(void)sender, (void)parcel;
}
#endif

/* --- the queue ------------------------------------------------------------------------------- */

static void free_parcel(struct parcel *parcel)
{
	arena_free(&parcel->arena);
	free(parcel->body);
	free(parcel);
}

/* Takes the first parcel out of the queue. Under the lock. */
static void remove_first(struct sender *sender, bool dropped)
{
	struct parcel *parcel = sender->first;

	sender->first = parcel->next;
	if (!sender->first)
		sender->last = &sender->first;
	sender->n--;
	sender->bytes -= parcel->arena.size + parcel->size;
	if (dropped)
		sender->dropped[parcel->kind] += parcel->n;
	free_parcel(parcel);
	pthread_cond_broadcast(&sender->changed);
}

static bool is_full(const struct sender *sender, size_t more)
{
	return sender->n >= QUEUE_REQUESTS || sender->bytes + more > QUEUE_BYTES;
}

static struct timespec timespec_of(uint64_t ns)
{
	return (struct timespec){ (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) };
}

/*
 * Waits for a change until a time, CLOCK_MONOTONIC. Under the lock. Returns false if the time has
 * come.
 */
static bool wait_until(struct sender *sender, uint64_t ns)
{
	struct timespec until = timespec_of(ns);

	return !pthread_cond_timedwait(&sender->changed, &sender->lock, &until);
}

void sender_put(struct sender *sender, enum request_kind kind, ProtobufCMessage *message,
		struct arena *arena, size_t n, bool waits)
{
	struct parcel *parcel = xcalloc(1, sizeof(*parcel));
	bool full;

	*parcel = (struct parcel){ .kind = kind, .message = message, .arena = *arena, .n = n };
	*arena = (struct arena){ 0 };
	pthread_mutex_lock(&sender->lock);
	while (waits && sender->running && !sender->failing && is_full(sender, parcel->arena.size))
		pthread_cond_wait(&sender->changed, &sender->lock);
	full = !sender->running || is_full(sender, parcel->arena.size);
	sender->offered[kind] += n;
	if (full) {
		sender->dropped[kind] += n;
	} else {
		*sender->last = parcel;
		sender->last = &parcel->next;
		sender->n++;
		sender->bytes += parcel->arena.size;
		pthread_cond_broadcast(&sender->changed);
	}
	pthread_mutex_unlock(&sender->lock);
	if (full)
		free_parcel(parcel);
}

uint64_t sender_dropped(struct sender *sender, enum request_kind kind)
{
	uint64_t n;

	pthread_mutex_lock(&sender->lock);
	n = sender->dropped[kind];
	pthread_mutex_unlock(&sender->lock);
	return n;
}

/* --- one request, in the thread -------------------------------------------------------------- */

/* Encodes a request. Returns false if there is no memory for it. */
static bool encode(struct sender *sender, struct parcel *parcel)
{
	size_t before = parcel->arena.size;

	if (!parcel->message)
		return true;
	parcel->size = protobuf_c_message_get_packed_size(parcel->message);
	parcel->body = malloc(parcel->size + 1);
	if (!parcel->body)
		return false;
	protobuf_c_message_pack(parcel->message, parcel->body);
	parcel->message = NULL;
	arena_free(&parcel->arena);
	pack(sender, parcel);
	pthread_mutex_lock(&sender->lock);
	sender->bytes += parcel->size;
	sender->bytes -= before;
	pthread_mutex_unlock(&sender->lock);
	return true;
}

/*
 * Makes room for more bytes of the answer. Returns false if it has too many, or if there is no
 * memory.
 */
static bool reserve_answer(struct sender *sender, size_t more)
{
	size_t capacity = sender->answer_capacity ? sender->answer_capacity : 4096;
	unsigned char *larger;

	if (more > ANSWER_MAX - sender->answer_size)
		return false;
	while (capacity < sender->answer_size + more)
		capacity *= 2;
	if (capacity == sender->answer_capacity)
		return true;
	larger = realloc(sender->answer, capacity);
	if (!larger)
		return false;
	sender->answer = larger;
	sender->answer_capacity = capacity;
	return true;
}

/*
 * The callback of libcurl for bytes of the answer. Ends the transfer of an answer that is too long.
 */
static size_t take_answer(char *bytes, size_t size, size_t n, void *ctx)
{
	struct sender *sender = ctx;

	(void)size; /* it is 1 */
	sender->answer_is_too_long = !reserve_answer(sender, n);
	if (sender->answer_is_too_long)
		return 0;
	memcpy(sender->answer + sender->answer_size, bytes, n);
	sender->answer_size += n;
	return n;
}

static void forget_answer(struct sender *sender)
{
	free(sender->answer);
	sender->answer = NULL;
	sender->answer_size = sender->answer_capacity = 0;
	sender->answer_is_too_long = false;
}

/* The callback of libcurl while a request is under way: ends it if scry waits no longer. */
static int check_time(void *ctx, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	struct sender *sender = ctx;
	bool ends;

	(void)a, (void)b, (void)c, (void)d;
	pthread_mutex_lock(&sender->lock);
	ends = sender->closing && now_ns() >= sender->deadline_ns;
	pthread_mutex_unlock(&sender->lock);
	return ends;
}

/*
 * Memory for a decoded answer. An answer can have many members that take more memory than their
 * bytes.
 */
static void *take_decoded(void *ctx, size_t size)
{
	struct arena *arena = ctx;

	return size <= DECODED_MAX && arena->size <= DECODED_MAX - size ? arena_take(arena, size)
									: NULL;
}

/* The arena is freed as a whole. */
static void keep_decoded(void *ctx, void *memory)
{
	(void)ctx, (void)memory;
}

/* Notes what the collector says; of a long message the beginning. */
static void set_error_message(struct sender *sender, const char *what, const char *message)
{
	static const char cut[] = "...";
	const size_t room = sizeof(sender->error) - sizeof(cut);
	int len = snprintf(sender->error, sizeof(sender->error), "%s%s%s", what,
			   *message ? ": " : "", message);
	size_t end = room;

	if (len < 0 || (size_t)len < sizeof(sender->error))
		return;
	/* A character is not cut. */
	while (end > room - 4 && ((unsigned char)sender->error[end] & 0xc0) == 0x80)
		end--;
	memcpy(sender->error + end, cut, sizeof(cut));
}

static enum remark judge_partial(struct sender *sender, const Otlp__PartialSuccess *partial)
{
	if (partial->rejected < 0) {
		snprintf(sender->error, sizeof(sender->error),
			 "its answer has a negative count; what was sent counts as taken");
		return REMARK_UNREADABLE;
	}
	if (partial->rejected) {
		set_error_message(sender, "it does not take all", partial->error_message);
		return REMARK_PARTIAL;
	}
	if (*partial->error_message) {
		set_error_message(sender, "it warns", partial->error_message);
		return REMARK_WARNING;
	}
	return REMARK_NONE;
}

/*
 * Reads the answer to a request that succeeded. Sets *rejected to the number of spans or points
 * that the collector did not take. ExportTracePartialSuccess of OTLP says which counts and messages
 * there are. Status 2xx is success even if the rest cannot be read.
 */
static enum remark read_answer(struct sender *sender, size_t n, size_t *rejected)
{
	struct arena arena = { 0 };
	ProtobufCAllocator allocator = { take_decoded, keep_decoded, &arena };
	Otlp__Response *response = NULL;
	enum remark remark = REMARK_NONE;

	*rejected = 0;
	if (!sender->answer_is_too_long)
		response = otlp__response__unpack(&allocator, sender->answer_size, sender->answer);
	if (!response) {
		snprintf(sender->error, sizeof(sender->error), "%s; what was sent counts as taken",
			 sender->answer_is_too_long ? "its answer is too long"
						    : "its answer is not one of OTLP");
		remark = REMARK_UNREADABLE;
	} else if (response->partial_success) {
		remark = judge_partial(sender, response->partial_success);
		if (remark == REMARK_PARTIAL)
			*rejected = (uint64_t)response->partial_success->rejected < n
					    ? (size_t)response->partial_success->rejected
					    : n;
	}
	arena_free(&arena);
	return remark;
}

enum outcome { SENT, REJECTED, FAILED };

/* Which answers to try again after: OTLP/HTTP, "Retryable Response Codes". */
static bool is_temporary(long status)
{
	return status == 429 || status == 502 || status == 503 || status == 504;
}

/* Reads a varint of protobuf at *at. Returns false if it is not complete. */
static bool take_varint(const unsigned char *bytes, size_t n, size_t *at, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; *at < n && shift < 64; shift += 7) {
		*value |= (uint64_t)(bytes[*at] & 0x7f) << shift;
		if (!(bytes[(*at)++] & 0x80))
			return true;
	}
	return false;
}

/*
 * Finds the reason in the answer to a request that failed. The answer is a google.rpc.Status, with
 * a number as field 1 and the message as field 2 (OTLP/HTTP, "Failures"), or a text.
 */
static size_t find_reason(const struct sender *sender, const char **reason)
{
	const unsigned char *bytes = sender->answer;
	size_t n = sender->answer_size, at = 0;
	uint64_t number;

	*reason = (const char *)bytes;
	if (n && bytes[0] == 0x08 && ++at && !take_varint(bytes, n, &at, &number))
		return 0;
	if (at < n && bytes[at] == 0x12 && ++at) {
		*reason += take_varint(bytes, n, &at, &number) ? at : 0;
		return number < n - at ? (size_t)number : n - at;
	}
	return at ? 0 : n;
}

/* Notes why a request failed. warn() escapes what a terminal would not take as text. */
static void note_status(struct sender *sender, long status)
{
	char what[64], message[CURL_ERROR_SIZE];
	const char *reason;
	size_t len = find_reason(sender, &reason);

	if (len >= sizeof(message))
		len = sizeof(message) - 1;
	while (len && strchr(" \t\r\n", reason[len - 1]))
		len--;
	if (len)
		memcpy(message, reason, len);
	message[len] = '\0';
	snprintf(what, sizeof(what), "it answers with status %ld", status);
	set_error_message(sender, what, message);
}

static enum outcome judge(struct sender *sender, CURLcode code)
{
	curl_off_t after = 0;
	long status = 0;

	sender->retry_after_ns = 0;
	if (code != CURLE_OK && !sender->answer_is_too_long) {
		if (code == CURLE_ABORTED_BY_CALLBACK)
			snprintf(sender->error, sizeof(sender->error),
				 "it has not answered in time");
		else if (!*sender->error)
			snprintf(sender->error, sizeof(sender->error), "%s",
				 sender->sym_curl_easy_strerror(code));
		return FAILED;
	}
	sender->sym_curl_easy_getinfo(sender->curl, CURLINFO_RESPONSE_CODE, &status);
	if (status / 100 == 2)
		return SENT;
	note_status(sender, status);
#if LIBCURL_VERSION_NUM >= 0x074200
	sender->sym_curl_easy_getinfo(sender->curl, CURLINFO_RETRY_AFTER, &after);
#endif
	if (after > 0 && after < 3600)
		sender->retry_after_ns = (uint64_t)after * 1000000000u;
	return is_temporary(status) ? FAILED : REJECTED;
}

static enum outcome post(struct sender *sender, const struct parcel *parcel)
{
	CURL *curl = sender->curl;

	*sender->error = '\0';
	sender->sym_curl_easy_setopt(curl, CURLOPT_URL, sender->urls[parcel->kind]);
	sender->sym_curl_easy_setopt(curl, CURLOPT_HTTPHEADER,
				     parcel->is_gzip ? sender->gzip_headers : sender->headers);
	sender->sym_curl_easy_setopt(curl, CURLOPT_POSTFIELDS, parcel->body);
	sender->sym_curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)parcel->size);
	return judge(sender, sender->sym_curl_easy_perform(curl));
}

/* --- the thread ------------------------------------------------------------------------------ */

/* Notes a failure for sender_report(). Under the lock. */
static void note_send_failure(struct sender *sender)
{
	if (!sender->failing)
		sender->reported = false;
	sender->failing = true;
	memcpy(sender->why, sender->error, sizeof(sender->why));
	sender->back_off_ns = sender->back_off_ns ? 2 * sender->back_off_ns : BACK_OFF_MIN_NS;
	if (sender->back_off_ns > BACK_OFF_MAX_NS)
		sender->back_off_ns = BACK_OFF_MAX_NS;
	if (sender->retry_after_ns > sender->back_off_ns)
		sender->back_off_ns = sender->retry_after_ns;
	pthread_cond_broadcast(&sender->changed);
}

/*
 * Notes the first remark of its sort for sender_report(), so that a collector cannot fill a log.
 * Under the lock.
 */
static void note_remark(struct sender *sender, enum remark remark, enum request_kind kind)
{
	struct noted *noted = &sender->remarks[remark];

	if (remark == REMARK_NONE || noted->noted)
		return;
	memcpy(noted->text, sender->error, sizeof(noted->text));
	noted->kind = kind;
	noted->noted = true;
}

/* Waits before the next try. Under the lock. */
static void back_off(struct sender *sender)
{
	uint64_t now = now_ns();
	uint64_t until = now + sender->back_off_ns;

	if (sender->closing)
		until = now + BACK_OFF_MIN_NS < sender->deadline_ns ? now + BACK_OFF_MIN_NS
								    : sender->deadline_ns;
	/* While it is closing, nothing is queued, so that no change ends the wait. */
	for (bool closing = sender->closing;
	     closing == sender->closing && wait_until(sender, until);)
		;
}

/* Sends the first request of the queue, which stays there meanwhile. Under the lock. */
static void send_first(struct sender *sender, unsigned *tries)
{
	struct parcel *parcel = sender->first;
	enum outcome outcome = REJECTED;
	enum remark remark = REMARK_REFUSED;
	size_t rejected = 0;

	pthread_mutex_unlock(&sender->lock);
	if (encode(sender, parcel))
		outcome = post(sender, parcel);
	else
		snprintf(sender->error, sizeof(sender->error), "%s", strerror(ENOMEM));
	if (outcome == SENT)
		remark = read_answer(sender, parcel->n, &rejected);
	forget_answer(sender);
	pthread_mutex_lock(&sender->lock);
	if (outcome == FAILED) {
		note_send_failure(sender);
		if (sender->closing)
			++*tries;
		return;
	}
	*tries = 0;
	sender->failing = false;
	sender->back_off_ns = 0;
	sender->dropped[parcel->kind] += rejected;
	note_remark(sender, remark, parcel->kind);
	if (outcome == REJECTED || rejected)
		memcpy(sender->why, sender->error, sizeof(sender->why));
	remove_first(sender, outcome == REJECTED);
}

static bool gives_up(const struct sender *sender, unsigned tries)
{
	return sender->closing &&
	       (!sender->first || tries >= CLOSING_TRIES || now_ns() >= sender->deadline_ns);
}

static void *run_sender(void *ctx)
{
	struct sender *sender = ctx;
	unsigned tries = 0;

	pthread_mutex_lock(&sender->lock);
	while (!gives_up(sender, tries)) {
		if (!sender->first) {
			pthread_cond_wait(&sender->changed, &sender->lock);
			continue;
		}
		send_first(sender, &tries);
		if (sender->failing && !gives_up(sender, tries))
			back_off(sender);
	}
	sender->ended = true;
	pthread_cond_broadcast(&sender->changed);
	pthread_mutex_unlock(&sender->lock);
	return NULL;
}

/* --- the beginning --------------------------------------------------------------------------- */

static char *join_url(const char *url, const char *path)
{
	size_t len = strlen(url);
	struct buf text = { 0 };

	while (len && url[len - 1] == '/')
		len--;
	buf_put(&text, url, len);
	buf_puts(&text, path);
	return buf_take(&text);
}

static void add_header(struct sender *sender, const char *text)
{
	sender->headers = sender->sym_curl_slist_append(sender->headers, text);
	sender->gzip_headers = sender->sym_curl_slist_append(sender->gzip_headers, text);
}

static void add_header_pair(void *ctx, const char *key, const char *value)
{
	struct sender *sender = ctx;
	struct buf text = { 0 };

	/* A line end would begin another header. */
	if (!key[strcspn(key, "\r\n:")] && !value[strcspn(value, "\r\n")]) {
		buf_printf(&text, "%s: %s", key, value);
		add_header(sender, buf_cstr(&text));
	}
	buf_free(&text);
}

static void set_options(struct sender *sender)
{
	CURL *curl = sender->curl;

	add_header(sender, "Content-Type: application/x-protobuf");
	/* Without this line libcurl asks whether to send the body. */
	add_header(sender, "Expect:");
	pairs_read(getenv("OTEL_EXPORTER_OTLP_HEADERS"), add_header_pair, sender);
	sender->gzip_headers =
		sender->sym_curl_slist_append(sender->gzip_headers, "Content-Encoding: gzip");
	sender->sym_curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	sender->sym_curl_easy_setopt(curl, CURLOPT_POST, 1L);
	sender->sym_curl_easy_setopt(curl, CURLOPT_USERAGENT, "scry/" PACKAGE_VERSION);
	sender->sym_curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_MS);
	sender->sym_curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, REQUEST_MS);
	sender->sym_curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, sender->error);
	sender->sym_curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_answer);
	sender->sym_curl_easy_setopt(curl, CURLOPT_WRITEDATA, sender);
	sender->sym_curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	sender->sym_curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, check_time);
	sender->sym_curl_easy_setopt(curl, CURLOPT_XFERINFODATA, sender);
}

static void free_sender(struct sender *sender)
{
	if (sender->curl)
		sender->sym_curl_easy_cleanup(sender->curl);
	if (sender->headers)
		sender->sym_curl_slist_free_all(sender->headers);
	if (sender->gzip_headers)
		sender->sym_curl_slist_free_all(sender->gzip_headers);
	while (sender->first)
		remove_first(sender, false);
	free(sender->urls[REQUEST_SPANS]);
	free(sender->urls[REQUEST_METRICS]);
	forget_answer(sender);
	free(sender);
}

struct sender *sender_new(const char *url, char **why)
{
	struct sender *sender = xcalloc(1, sizeof(*sender));
	pthread_condattr_t attributes;

	if (!load_curl(sender, why)) {
		free(sender);
		return NULL;
	}
	load_zlib(sender);
	sender->last = &sender->first;
	pthread_mutex_init(&sender->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&sender->changed, &attributes);
	sender->urls[REQUEST_SPANS] = join_url(url, "/v1/traces");
	sender->urls[REQUEST_METRICS] = join_url(url, "/v1/metrics");
	if (sender->sym_curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
		sender->curl = sender->sym_curl_easy_init();
	if (!sender->curl) {
		set_error(why, "libcurl cannot be initialized");
		free_sender(sender);
		return NULL;
	}
	set_options(sender);
	return sender;
}

/*
 * The kernel ends a process without its handler if a thread that blocks one of these signals
 * crashes.
 */
static const int crashes[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGTRAP };

bool sender_start(struct sender *sender)
{
	sigset_t others, before;

	/* Other signals are for the thread that traces. */
	sigfillset(&others);
	for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
		sigdelset(&others, crashes[i]);
	pthread_sigmask(SIG_SETMASK, &others, &before);
	sender->running = !pthread_create(&sender->thread, NULL, run_sender, sender);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return sender->running;
}

/* Says what was noted and is not said yet, from one sort on. */
static void say_remarks(struct sender *sender, enum remark first)
{
	for (enum remark i = first; i < N_REMARKS; i++) {
		struct noted *noted = &sender->remarks[i];
		bool is_new;

		pthread_mutex_lock(&sender->lock);
		is_new = noted->noted && !noted->said;
		noted->said |= is_new;
		pthread_mutex_unlock(&sender->lock);
		/* The thread does not change it any more. */
		if (is_new)
			warn("--otlp: '%s': %s", sender->urls[noted->kind], noted->text);
	}
}

void sender_report(struct sender *sender)
{
	char why[CURL_ERROR_SIZE] = "";

	pthread_mutex_lock(&sender->lock);
	if (sender->failing && !sender->reported) {
		memcpy(why, sender->why, sizeof(why));
		sender->reported = true;
	}
	pthread_mutex_unlock(&sender->lock);
	if (*why)
		warn("--otlp: cannot send to '%s': %s; trying again", sender->urls[REQUEST_SPANS],
		     why);
	say_remarks(sender, REMARK_REFUSED);
}

/* --- the end --------------------------------------------------------------------------------- */

/*
 * Returns whether the thread has ended. It has not if a function of the system that libcurl calls
 * does not return.
 */
static bool wait_for_end(struct sender *sender, unsigned seconds)
{
	uint64_t deadline = now_ns() + seconds * UINT64_C(1000000000);
	bool ended;

	pthread_mutex_lock(&sender->lock);
	sender->deadline_ns = deadline;
	sender->closing = true;
	pthread_cond_broadcast(&sender->changed);
	/* A request that is under way ends within a second after the deadline. */
	while (!sender->ended && wait_until(sender, deadline + UINT64_C(1000000000)))
		;
	ended = sender->ended;
	pthread_mutex_unlock(&sender->lock);
	return ended;
}

static void say_dropped(struct sender *sender, enum request_kind kind, const char *what)
{
	if (sender->dropped[kind])
		warn("--otlp: %llu of %llu %s were not sent to '%s'%s%s",
		     (unsigned long long)sender->dropped[kind],
		     (unsigned long long)sender->offered[kind], what, sender->urls[kind],
		     *sender->why ? ": " : "", sender->why);
}

void sender_close(struct sender *sender, unsigned seconds)
{
	bool ended = !sender->running || wait_for_end(sender, seconds);

	pthread_mutex_lock(&sender->lock);
	for (const struct parcel *left = sender->first; left; left = left->next)
		sender->dropped[left->kind] += left->n;
	say_dropped(sender, REQUEST_SPANS, "spans");
	say_dropped(sender, REQUEST_METRICS, "data points");
	pthread_mutex_unlock(&sender->lock);
	/* Why the others are dropped was said with their number. */
	say_remarks(sender, REMARK_WARNING);
	/* Otherwise the thread uses what it has until the process ends. */
	if (!ended)
		return;
	if (sender->running)
		pthread_join(sender->thread, NULL);
	free_sender(sender);
}
