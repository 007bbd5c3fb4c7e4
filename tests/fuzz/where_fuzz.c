/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes --where. Random expressions, of words of the language and of the table, are parsed: each
 * gives an expression, or a message with the place. Random calls, with memory that holds anything,
 * are evaluated by each that is right:
 *
 *  - by registers first, as scry does it, and by the values that decode emits alone: both must agree;
 *  - by the condition on registers that narrows a filter: it must hold for each call that is selected, or may be at its exit;
 *  - by the filter itself, in the simulator: it stops the call if and only if the condition holds;
 *  - by the sieves of the bpf engine, as its program executes them: they let each call through that is selected, or may be.
 *
 * Some expressions are extended by -P, -e trace-fds and -e status.
 *
 * usage: where_fuzz [SECONDS [SEED]]
 * SEED repeats a run: it is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scry/arch.h"
#include "scry/seccomp.h"
#include "scry/kernel/sift.h"
#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

struct fuzz {
	uint64_t state, memory; /* of random numbers; of the bytes of the tracee */
	uint64_t expressions, right, evaluations, narrowed;
	/* calls that are not selected; those of them that sieves drop */
	uint64_t unselected, dropped;
	/* allocated for each expression, so that a sanitizer finds reads past the end */
	char *text;
	struct decode_cache *cache;
	unsigned char (*pages)[4096]; /* PAGES of them: fill_pages() */
};

/* What executes a sieve. */
#define SIFTED 16
struct sifter {
	struct sieve sieve; /* the first member */
	const struct fuzz *fuzz;
	const struct sieve_step *steps;
	/* What was remembered of descriptors, by number. */
	struct sifted {
		int fd;
		uint32_t from, next; /* as in sift_remembered() */
	} sifted[SIFTED];
};

static uint64_t next(struct fuzz *fuzz)
{
	fuzz->state ^= fuzz->state << 13;
	fuzz->state ^= fuzz->state >> 7;
	fuzz->state ^= fuzz->state << 17;
	return fuzz->state;
}

static void __attribute__((noreturn))
fail(const struct fuzz *fuzz, const char *what, const struct call *call)
{
	fprintf(stderr, "where_fuzz: %s: '%s'\n", what, fuzz->text);
	if (call)
		fprintf(stderr,
			"%s of %s(%#llx, %#llx, %#llx, %#llx, %#llx, %#llx) = %lld, memory %llu\n",
			call->abi->name, call->name ? call->name : "?",
			(unsigned long long)call->args[0], (unsigned long long)call->args[1],
			(unsigned long long)call->args[2], (unsigned long long)call->args[3],
			(unsigned long long)call->args[4], (unsigned long long)call->args[5],
			(long long)call->result, (unsigned long long)fuzz->memory);
	abort();
}

/* --- a tracee -------------------------------------------------------------------------------- */

static const char *const contents[] = { "/etc/passwd", "../etc/x", "GET / HTTP/1.1", "lib.so.1",
					"a",	       "",	   "x/..//./y/" };

#define PAGE_BYTES 4096u
#define PAGES 256u

/*
 * What pages can have: a text again and again, or small numbers. They are made once, because calls
 * read a lot.
 */
static void fill_pages(struct fuzz *fuzz)
{
	for (unsigned page = 0; page < PAGES; page++) {
		const char *text = contents[page / 3 % ARRAY_SIZE(contents)];
		unsigned char *bytes = fuzz->pages[page];
		uint64_t number = 0;

		for (size_t i = 0; i < PAGE_BYTES; i++) {
			if (i % 4 == 0)
				number = next(fuzz);
			if (page % 3 == 0)
				bytes[i] = (unsigned char)text[i % (strlen(text) + 1)];
			else
				bytes[i] = !(number >> 60) ? 0xff : i % 4 ? 0 : number & 0xf;
		}
	}
}

/*
 * Any address has bytes, but for some pages. The same address has the same bytes until the next
 * call.
 */
static size_t read_memory(void *ctx, uint64_t address, void *buf, size_t len)
{
	const struct fuzz *fuzz = ctx;
	unsigned char *bytes = buf;
	size_t done = 0, some;

	if (!address)
		return 0;
	for (; done < len; done += some) {
		uint64_t at = address + done,
			 page = (at >> 12) * UINT64_C(0x9e3779b97f4a7c15) ^ fuzz->memory;

		some = PAGE_BYTES - at % PAGE_BYTES;
		if (some > len - done)
			some = len - done;
		if (page % 8 == 0)
			return done;
		memcpy(bytes + done, &fuzz->pages[(page >> 8) % PAGES][at % PAGE_BYTES], some);
	}
	return done;
}

static ssize_t find_path(void *ctx, int fd, char *buf, size_t len)
{
	static const char *const paths[] = { "/etc/passwd", "/usr/lib/x.so", "socket:[7]" };
	const char *path = paths[(unsigned)fd % ARRAY_SIZE(paths)];

	(void)ctx;
	if (fd % 5 == 4)
		return FETCH_NO_FILE;
	if (strlen(path) > len)
		return -1;
	memcpy(buf, path, strlen(path));
	return (ssize_t)strlen(path);
}

static const struct fetch_ops fetch_ops = { .read = read_memory, .fd_path = find_path };

static const char *name_of_thread(void *ctx)
{
	(void)ctx;
	return "worker";
}

static bool user_of_thread(void *ctx, uint32_t *user)
{
	(void)ctx;
	*user = 0;
	return true;
}

/* --- sieves ---------------------------------------------------------------------------------- */

static struct sifter *sifter_of(struct sieve *sieve)
{
	return (struct sifter *)sieve;
}

SIFT_INLINE const struct sieve_step *sift_step(struct sieve *sieve, uint32_t pc)
{
	return &sifter_of(sieve)->steps[pc];
}

SIFT_INLINE long sift_read(struct sieve *sieve, void *to, uint32_t n, uint64_t from)
{
	return read_memory((void *)sifter_of(sieve)->fuzz, from, to, n) == n ? 0 : -1;
}

SIFT_INLINE long sift_read_string(struct sieve *sieve, void *to, uint32_t n, uint64_t from)
{
	char *text = to;
	uint32_t done = 0, some;
	size_t got;
	const char *end;

	for (; done < n; done += some) {
		some = n - done < 64 ? n - done : 64;
		got = read_memory((void *)sifter_of(sieve)->fuzz, from + done, text + done, some);
		end = memchr(text + done, '\0', got);
		if (end)
			return end + 1 - text;
		if (got < some)
			return -1;
	}
	text[n - 1] = '\0';
	return n;
}

SIFT_INLINE uint32_t sift_comm(struct sieve *sieve)
{
	memcpy(&sieve->text[SIEVE_MIDDLE], "worker", 7);
	return 6;
}

/* The whole path comes at once. */
SIFT_INLINE enum sift_walk sift_begin_walk(struct sieve *sieve, int fd)
{
	char path[64];
	ssize_t len = find_path(NULL, fd, path, sizeof(path));

	if (len <= 0)
		return SIFT_NO_FILE;
	if (*path != '/')
		return SIFT_NO_PATH;
	sieve->begin -= (uint32_t)len;
	memcpy(&sieve->text[sieve->begin], path, (size_t)len);
	return SIFT_GOES_ON;
}

SIFT_INLINE enum sift_walk sift_walk(struct sieve *sieve)
{
	(void)sieve;
	return SIFT_ARRIVED;
}

SIFT_INLINE uint32_t sift_remembered(struct sieve *sieve, int fd)
{
	const struct sifted *sifted = &sifter_of(sieve)->sifted[(unsigned)fd % SIFTED];

	return sifted->next && sifted->fd == fd && sifted->from == sieve->pc ? sifted->next : 0;
}

SIFT_INLINE void sift_remember(struct sieve *sieve, int fd)
{
	if (fd >= 0)
		sifter_of(sieve)->sifted[(unsigned)fd % SIFTED] =
			(struct sifted){ fd, sieve->from, sieve->pc + 1 };
}

static bool sift(struct sieve *sieve, uint32_t pc)
{
	sift_begin(sieve, pc);
	for (unsigned n = 0; n < SIEVE_TURNS; n++)
		if (sift_turn(sieve))
			return sieve->passes;
	return true;
}

/*
 * Whether a call passes the sieve that begins at a step. What is remembered of descriptors must not
 * change that.
 */
static bool passes(struct sifter *sifter, uint32_t pc, const struct call *call, bool returned)
{
	bool first;

	uint64_t *numbers = sifter->sieve.numbers;

	memcpy(numbers, call->args, sizeof(call->args));
	numbers[SIEVE_NUMBER] = call->nr;
	numbers[SIEVE_PID] = 1;
	numbers[SIEVE_TID] = 2;
	numbers[SIEVE_UID] = 0;
	if (returned) {
		numbers[SIEVE_RESULT] = call->is_error ? UINT64_MAX : (uint64_t)call->result;
		numbers[SIEVE_ERROR] = call->is_error ? (uint64_t)-call->result : 0;
		numbers[SIEVE_FAILED] = call->is_error;
		numbers[SIEVE_DURATION] = call->returned_ns - call->entered_ns;
	}
	memset(sifter->sifted, 0, sizeof(sifter->sifted));
	first = sift(&sifter->sieve, pc);
	if (sift(&sifter->sieve, pc) != first)
		abort();
	return first;
}

/* --- expressions ----------------------------------------------------------------------------- */

static const char *const pieces[] = {
	"name",
	"class",
	"abi",
	"number",
	"fd",
	"path",
	"peer",
	"peer.ip",
	"peer.port",
	"failed",
	"successful",
	"unfinished",
	"error",
	"result",
	"bytes",
	"duration",
	"comm",
	"pid",
	"tid",
	"uid",
	"count",
	"signal",
	"args",
	"args.",
	"args.fd",
	"args.flags",
	"any",
	"all",
	"args.fds.revents",
	"args.fds[0].fd",
	"args.addr.port",
	"args.addr.ip",
	"args.buf",
	"==",
	"!=",
	"<",
	"<=",
	">",
	">=",
	"in",
	"not in",
	"has",
	"lacks",
	"contains",
	"~",
	"!~",
	"under",
	"&&",
	"||",
	"!",
	"(",
	")",
	"{",
	"}",
	",",
	"|",
	"and",
	"or",
	"not",
	"0",
	"1",
	"-1",
	"3",
	"64K",
	"10ms",
	"1..9",
	"18446744073709551615",
	"-9223372036854775808",
	"99999999999999999999",
	"0x80000000",
	"O_CREAT",
	"O_RDONLY",
	"POLLIN",
	"openat",
	"read",
	"ENOENT",
	"SIGINT",
	"\"*a*a*a*a*b\"",
	"\"[\"",
	"\"\\\\\"",
	"\"",
	"'x'",
	"10.0.0.0/8",
	"::1",
	"/etc",
	"NULL",
	"\377",
	"\033",
	"[",
	"[0]",
	".",
	"..",
	"1..",
	"=",
	"&",
	";",
};

static void put_piece(struct fuzz *fuzz, struct buf *text)
{
	buf_puts(text, pieces[next(fuzz) % ARRAY_SIZE(pieces)]);
}

/* What one random number chooses among the names that can follow a path. */
struct choice_of_name {
	struct fuzz *fuzz;
	unsigned n;
	const char *name;
	const struct type *type;
};

static void choose_name(void *ctx, const char *name, const struct type *type,
			const struct field *field)
{
	struct choice_of_name *choice = ctx;

	(void)field;
	if (next(choice->fuzz) % ++choice->n)
		return;
	choice->name = name;
	choice->type = type;
}

static void put_number(struct fuzz *fuzz, struct buf *text)
{
	static const int64_t numbers[] = { 0,	       1,   2,	  3,	     7,
					   16,	       255, 4096, INT32_MAX, INT32_MIN,
					   UINT32_MAX, -1,  -100, INT64_MAX, INT64_MIN };

	buf_put_dec(text, numbers[next(fuzz) % ARRAY_SIZE(numbers)]);
}

static void put_constant(struct fuzz *fuzz, struct buf *text, const struct list *list)
{
	const struct list_part *part = &list->parts[next(fuzz) % list->n_parts];

	if (part->n_entries)
		buf_puts(text,
			 list_entry_name(list,
					 &list_entries(list, part)[next(fuzz) % part->n_entries]));
	else
		put_number(fuzz, text);
}

/* A value that an argument of the type may be compared with. */
static void put_value(struct fuzz *fuzz, struct buf *text, const struct type *type)
{
	switch (comparison_of(place_kind(type))) {
	case COMPARES_TEXT:
		buf_printf(text, "\"%s%s\"", next(fuzz) % 2 ? "*" : "",
			   contents[next(fuzz) % ARRAY_SIZE(contents)]);
		return;
	case COMPARES_NET:
		buf_puts(text, next(fuzz) % 2 ? "0.0.0.0/3" : "::/2");
		return;
	default:
		break;
	}
	if (type->list && next(fuzz) % 3)
		put_constant(fuzz, text, type->list);
	else if (next(fuzz) % 20 == 0)
		buf_puts(text, "NULL");
	else
		put_number(fuzz, text);
}

static void put_operator(struct fuzz *fuzz, struct buf *text, const struct type *type, bool *list)
{
	static const char *const numbers[] = { "==", "!=",  "<",     "<=", ">",
					       ">=", "has", "lacks", "in", "not in" };
	static const char *const texts[] = { "==", "!=",    "contains", "~",
					     "!~", "under", "in",	"not in" };
	enum comparison comparison = comparison_of(place_kind(type));
	const char *word = numbers[next(fuzz) % ARRAY_SIZE(numbers)];

	if (comparison == COMPARES_TEXT)
		word = texts[next(fuzz) % ARRAY_SIZE(texts)];
	else if (comparison == COMPARES_SET)
		word = next(fuzz) % 2 ? "has" : "lacks";
	else if (comparison == COMPARES_NET)
		word = next(fuzz) % 2 ? "==" : "!=";
	*list = strstr(word, "in") == word || !strcmp(word, "not in") ||
		(!strcmp(word, "has") && next(fuzz) % 4 == 0);
	buf_printf(text, " %s ", word);
}

/* A test of an argument of a call, or of a member of it. */
static void put_argument(struct fuzz *fuzz, struct buf *text, enum syscall_id id)
{
	const struct syscall *row = syscall_row(id, abi_native());
	struct component path[4] = { 0 };
	struct choice_of_name choice = { .fuzz = fuzz };
	bool list;

	if (next(fuzz) % 8 == 0)
		buf_puts(text, next(fuzz) % 2 ? "any " : "all ");
	buf_puts(text, "args");
	for (size_t n = 0; n < 4; n++) {
		choice.n = 0;
		places_names(row, path, n, choose_name, &choice);
		if (!choice.n)
			break;
		buf_printf(text, ".%s", choice.name);
		path[n].name = (char *)choice.name;
	}
	if (!choice.type) {
		buf_puts(text, ".arg1 == 1");
		return;
	}
	put_operator(fuzz, text, choice.type, &list);
	buf_puts(text, list ? "{" : "");
	for (unsigned n = list ? 1 + next(fuzz) % 3 : 1; n; n--) {
		put_value(fuzz, text, choice.type);
		buf_puts(text, n > 1 ? ", " : "");
	}
	buf_puts(text, list ? "}" : "");
}

static enum syscall_id random_call(struct fuzz *fuzz)
{
	enum syscall_id id;

	do
		id = (enum syscall_id)(1 + next(fuzz) % (ID_COUNT - 1));
	while (abi_number(abi_native(), id) < 0);
	return id;
}

static void put_test(struct fuzz *fuzz, struct buf *text, enum syscall_id id)
{
	static const char *const others[] = {
		"failed",
		"successful",
		"unfinished",
		"error == ENOENT",
		"error != EINTR",
		"result > 3",
		"result == -1",
		"duration > 1us",
		"fd == 3",
		"fd != 3",
		"fd > 100",
		"fd in {0, 1, 7}",
		"path under /etc",
		"path ~ \"*.so*\"",
		"path !~ \"*x*\"",
		"comm == worker",
		"uid == 0",
		"pid == 1",
		"count > 2",
		"class == file",
		"class != desc",
		"bytes > 0",
		"abi == i386",
		"path == \"a\"",
		"path ~ \"/etc/*d\"",
		"path under /usr/lib",
		"comm ~ \"w*r\"",
		"comm != \"w\"",
		"result < 5",
		"tid in 2..9",
		"number < 100",
		"error in {ENOENT, EINTR}",
		"path !~ \"*/x\"",
		"duration < 2us",
		"path in {\"lib.so.1\", /}",
	};

	switch (next(fuzz) % 8) {
	case 0:
		buf_printf(text, "name == %s", syscall_name(id));
		break;
	case 1:
		buf_puts(text, others[next(fuzz) % ARRAY_SIZE(others)]);
		break;
	default:
		put_argument(fuzz, text, id);
	}
}

static void put_expression(struct fuzz *fuzz, struct buf *text, enum syscall_id id, unsigned depth)
{
	unsigned n = 1 + next(fuzz) % 3;
	const char *sign = next(fuzz) % 2 ? " && " : " || ";

	for (unsigned i = 0; i < n; i++) {
		buf_puts(text, i ? sign : "");
		if (next(fuzz) % 6 == 0)
			buf_puts(text, "!");
		if (depth && next(fuzz) % 4 == 0) {
			buf_puts(text, "(");
			put_expression(fuzz, text, id, depth - 1);
			buf_puts(text, ")");
		} else {
			put_test(fuzz, text, id);
		}
	}
}

static void make_text(struct fuzz *fuzz, enum syscall_id id)
{
	struct buf text = { 0 };

	if (next(fuzz) % 4) {
		put_expression(fuzz, &text, id, 3);
	} else {
		for (unsigned n = next(fuzz) % 12; n; n--) {
			if (next(fuzz) % 16 == 0)
				buf_putc(&text, (char)(next(fuzz) % 255 + 1));
			else
				put_piece(fuzz, &text);
			buf_puts(&text, next(fuzz) % 3 ? " " : "");
		}
	}
	free(fuzz->text);
	fuzz->text = xstrdup(buf_cstr(&text));
	buf_free(&text);
}

/* --- evaluation ------------------------------------------------------------------------------ */

static struct call random_arguments(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi)
{
	static const uint64_t values[] = {
		0,	     1,
		2,	     3,
		4,	     7,
		8,	     100,
		4096,	     0x1000,
		0x80000000,  0xffffffff,
		UINT64_MAX,  0xffffffffffffff9c,
		0x100000003, 0x80000,
		0x80001,     0x80241,
		0x7fffffff,
	};
	struct call call = { .abi = abi, .id = id, .nr = (uint64_t)abi_number(abi, id) };

	call.row = syscall_row(id, abi);
	call.name = syscall_name(id);
	for (unsigned i = 0; i < CALL_ARGS; i++) {
		call.args[i] = next(fuzz) % 4 ? values[next(fuzz) % ARRAY_SIZE(values)]
					      : next(fuzz) >> next(fuzz) % 64;
		if (next(fuzz) % 3 == 0)
			call.args[i] = 0x1000 + next(fuzz) % 0x8000;
		if (abi->pointer_size == 4 && abi->klong_size == 4)
			call.args[i] &= UINT32_MAX;
	}
	call.entered_ns = 1000;
	call.returned_ns = 1000 + next(fuzz) % 3000;
	call.is_error = next(fuzz) % 3 == 0;
	call.result = call.is_error ? -(int64_t)(1 + next(fuzz) % 20) : (int64_t)(next(fuzz) % 10);
	return call;
}

/* Evaluates a call to its end. *early: what the entry said. */
static bool evaluate(struct fuzz *fuzz, struct where *where, struct call *call,
		     struct where_state *state, enum where_truth *early)
{
	const struct fetch fetch = { &fetch_ops, fuzz };
	const struct where_facts facts = {
		.tid = 2, .pid = 1, .comm = name_of_thread, .user = user_of_thread
	};
	struct decode decode = { .cache = fuzz->cache, .fetch = &fetch, .call = call };

	call->returned = false;
	*early = where_enter(where, state, &decode, &facts);
	fuzz->evaluations++;
	if (*early != WHERE_UNKNOWN)
		return *early == WHERE_TRUE;
	call->returned = true;
	return where_exit(where, state, &decode, &facts);
}

/* Makes an expression look at values also where registers decide. */
static void distrust_registers(struct where *where, const struct call *call)
{
	struct where_call *compiled =
		(struct where_call *)where_compile(where, call->id, call->abi);

	for (size_t i = 0; i < where->n_tests; i++) {
		if (compiled->leaves[i].level != LEVEL_REGISTER)
			continue;
		/* What a pointer refers to may be known only at the exit. */
		compiled->leaves[i].level = LEVEL_EXIT;
		compiled->decodes_entry = compiled->decodes_exit = true;
	}
}

static bool filter_stops(struct where *where, const struct call *call)
{
	const struct seccomp_data data = {
		.arch = call->abi->audit_arch,
		.nr = (int)call->nr,
		.args = { call->args[0], call->args[1], call->args[2], call->args[3], call->args[4],
			  call->args[5] },
	};
	struct seccomp_program program;
	struct call_set set, narrowed;
	bool stops;

	call_set_fill(&set, false);
	set.abis[call->id] = 1u << call->abi->id;
	narrowed = set;
	if (!seccomp_compile_where(&set, where, &narrowed, false, &program))
		return true;
	stops = seccomp_simulate(program.instructions, program.n, &data) == SECCOMP_TRACE;
	if (!seccomp_is_valid(&program))
		abort();
	seccomp_program_free(&program);
	return stops;
}

/* A call that memory or the multiplexer changes has other arguments than its registers. */
static bool has_registers(const struct call *call)
{
	return call->row && !(call->row->flags & (CALL_MEMORY_ARGS | CALL_MULTIPLEX)) &&
	       call->id != ID_clone && call->id != ID_prctl;
}

/* An expression, and what is made of it for one call of one ABI. */
struct subject {
	struct where *by_registers, *by_values;
	struct where_state states[3];
	struct path_targets targets;
	int descriptors[2];
	bool hides; /* the sieves drop what -e status does not show */
	enum syscall_id id;
	const struct abi *abi;
	struct where_tree tree;
	struct call_sieves sieves;
	struct sifter sifter;
};

static void make_conditions(struct fuzz *fuzz, struct subject *subject, enum syscall_id id,
			    const struct abi *abi)
{
	unsigned sees =
		WHERE_SEES_REGISTERS | WHERE_SEES_FACTS | WHERE_SEES_USER | WHERE_SEES_MEMORY;
	struct where_sieves *maker;
	uint32_t n;

	subject->hides = next(fuzz) % 2;
	sees |= subject->hides ? WHERE_SEES_STATUS : 0;
	maker = where_sieves_new(subject->by_registers, sees);
	subject->id = id;
	subject->abi = abi;
	where_registers(subject->by_registers, id, abi, &subject->tree);
	subject->sieves = where_sieves_of(maker, id, abi, next(fuzz) % 4);
	subject->sifter.fuzz = fuzz;
	subject->sifter.steps = where_sieves_finish(maker, &n);
}

static void free_conditions(struct subject *subject)
{
	free(subject->tree.nodes);
	free((struct sieve_step *)subject->sifter.steps);
}

/* A call whose entry is not reported is not selected, or not shown, if it never returns. */
static void check_unfinished(struct fuzz *fuzz, struct subject *subject, struct call call)
{
	const struct fetch fetch = { &fetch_ops, fuzz };
	const struct where_facts facts = {
		.tid = 2, .pid = 1, .comm = name_of_thread, .user = user_of_thread
	};
	struct decode decode = { .cache = fuzz->cache, .fetch = &fetch, .call = &call };
	struct where_state *state = &subject->states[2];
	bool detached = next(fuzz) % 2;
	enum where_truth truth;

	call.returned = false;
	truth = where_enter(subject->by_registers, state, &decode, &facts);
	if (truth == WHERE_UNKNOWN)
		truth = where_unfinished(subject->by_registers, state, &call, detached, &facts);
	if (truth == WHERE_TRUE &&
	    (!subject->hides || where_shows(subject->by_registers, state, &call, detached)))
		fail(fuzz, "the entry of a call that never returns is not reported", &call);
}

/* selected: and shown, if the sieves drop what is not shown. */
static void check_sieves(struct fuzz *fuzz, struct subject *subject, const struct call *call,
			 bool selected, enum where_truth early)
{
	bool begins = passes(&subject->sifter, subject->sieves.entry, call, false);
	bool ends = passes(&subject->sifter, subject->sieves.exit, call, true);

	if (!begins && (subject->hides ? selected : early != WHERE_FALSE))
		fail(fuzz, "the sieve of the entry drops a call that can be selected", call);
	if (!ends && selected)
		fail(fuzz, "the sieve of the exit drops a call that is selected", call);
	if (subject->sieves.exit && next(fuzz) % 8 == 0)
		check_unfinished(fuzz, subject, *call);
	fuzz->unselected += !selected;
	fuzz->dropped += !begins || !ends;
}

static void check_call(struct fuzz *fuzz, struct subject *subject)
{
	struct call call = random_arguments(fuzz, subject->id, subject->abi);
	enum where_truth early[2];
	bool selected, holds, shown;

	if (!has_registers(&call))
		return;
	fuzz->memory = next(fuzz);
	distrust_registers(subject->by_values, &call);
	selected = evaluate(fuzz, subject->by_registers, &call, &subject->states[0], &early[0]);
	if (selected != evaluate(fuzz, subject->by_values, &call, &subject->states[1], &early[1]))
		fail(fuzz,
		     selected ? "registers select a call, values do not"
			      : "values select a call, registers do not",
		     &call);
	holds = where_tree_holds(&subject->tree, call.args);
	fuzz->narrowed += !holds;
	if (!holds && (selected || early[0] != WHERE_FALSE))
		fail(fuzz, "the condition on registers excludes a call that can be selected",
		     &call);
	if (next(fuzz) % 512 == 0 && filter_stops(subject->by_registers, &call) != holds)
		fail(fuzz, "the filter and the condition on registers disagree", &call);
	call.returned = true;
	shown = where_shows(subject->by_registers, &subject->states[0], &call, false);
	if (shown != where_shows(subject->by_values, &subject->states[1], &call, false))
		fail(fuzz, "one call is shown and not shown", &call);
	check_sieves(fuzz, subject, &call, selected && (shown || !subject->hides), early[0]);
}

/* Adds what other options select. */
static void extend(struct fuzz *fuzz, struct subject *subject)
{
	static char *paths[] = { "/etc/passwd", "lib.so.1", "/", "/usr/lib/x.so", "/x (deleted)" };
	static char *last_names[] = { "passwd", "lib.so.1", "", "x.so", "x (deleted)" };
	static const int descriptors[] = { 0, 1, 3, 7, 100, INT32_MAX };
	struct where_shorthands shorthands = { .status = STATUS_ALL };
	size_t first = next(fuzz) % ARRAY_SIZE(paths);

	subject->targets.paths = paths + first;
	subject->targets.last_names = last_names + first;
	subject->targets.n_paths = next(fuzz) % (ARRAY_SIZE(paths) - first + 1);
	for (unsigned i = 0; i < 2; i++)
		subject->descriptors[i] = descriptors[next(fuzz) % ARRAY_SIZE(descriptors)];
	subject->targets.fds = (struct number_set){ .numbers = subject->descriptors,
						    .n = next(fuzz) % 3,
						    .inverted = next(fuzz) % 2 };
	if (next(fuzz) % 2)
		shorthands.targets = &subject->targets;
	if (next(fuzz) % 2)
		shorthands.status = next(fuzz) % (STATUS_ALL + 1);
	subject->by_registers = where_extend(subject->by_registers, &shorthands);
	subject->by_values = where_extend(subject->by_values, &shorthands);
}

static void check_expression(struct fuzz *fuzz, const struct call_set *calls)
{
	enum syscall_id id = random_call(fuzz), other;
	struct subject subject = { 0 };
	struct where_error error;
	const struct abi *abi;
	size_t n_abis;
	const struct abi *const *abis = abi_of_machine(&n_abis);

	make_text(fuzz, id);
	fuzz->expressions++;
	subject.by_registers = where_new(fuzz->text, calls, &error);
	if (!subject.by_registers) {
		if (!error.message || !*error.message || !error.mark || !strchr(error.mark, '^') ||
		    strchr(error.message, '\n'))
			fail(fuzz, "it is refused without a message or a mark", NULL);
		where_error_free(&error);
		return;
	}
	fuzz->right++;
	subject.by_values = where_new(fuzz->text, calls, &error);
	if (next(fuzz) % 2)
		extend(fuzz, &subject);
	/* Half of the calls are of the name of which the expression asks. */
	for (unsigned n = 0; n < 32; n++) {
		abi = abis[next(fuzz) % n_abis];
		other = n % 2 ? id : random_call(fuzz);
		if (abi_number(abi, other) < 0)
			continue;
		make_conditions(fuzz, &subject, other, abi);
		for (unsigned call = 0; call < 32; call++)
			check_call(fuzz, &subject);
		free_conditions(&subject);
	}
	where_signal(subject.by_registers, &subject.states[0], 11,
		     &(struct where_facts){ .comm = name_of_thread, .user = user_of_thread });
	where_state_free(&subject.states[0]);
	where_state_free(&subject.states[1]);
	where_state_free(&subject.states[2]);
	where_free(subject.by_registers);
	where_free(subject.by_values);
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 1;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : now_ns(), end;
	struct fuzz fuzz = { .state = seed * 2 + 1, .cache = decode_cache_new() };
	struct call_set calls;

	printf("where_fuzz: seed %llu\n", (unsigned long long)seed);
	fflush(stdout);
	fuzz.pages = xcalloc(PAGES, sizeof(*fuzz.pages));
	fill_pages(&fuzz);
	call_set_fill(&calls, true);
	end = now_ns() + (uint64_t)(seconds * 1e9);
	do
		check_expression(&fuzz, &calls);
	while (now_ns() < end);
	printf("where_fuzz: %llu expressions, %llu of them right; %llu evaluations, %llu calls "
	       "excluded by registers; %llu calls not selected, %llu of them dropped by sieves\n",
	       (unsigned long long)fuzz.expressions, (unsigned long long)fuzz.right,
	       (unsigned long long)fuzz.evaluations, (unsigned long long)fuzz.narrowed,
	       (unsigned long long)fuzz.unselected, (unsigned long long)fuzz.dropped);
	decode_cache_free(fuzz.cache);
	free(fuzz.text);
	free(fuzz.pages);
	return 0;
}
