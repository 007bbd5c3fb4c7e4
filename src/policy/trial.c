/* SPDX-License-Identifier: MIT */
/* Tries profiles: a call that the profile does not allow stops at the tracer instead. */
#include "policy/trial.h"

#include <stdlib.h>

#include "policy/profile.h"
#include "scry/arch.h"

struct answer_word {
	uint32_t answer; /* SECCOMP_RET_* */
	char *word;
};

struct policy_trial {
	struct seccomp_program profile; /* as seccomp(2) would take it */
	struct answer_word *words;
	size_t n_words, capacity;
};

/* Jumps only go forwards (kernel/seccomp.c checks that too), so a valid program ends. */
static bool take_program(const struct buf *text, const char *path, struct seccomp_program *program,
			 char **error)
{
	size_t n = text->len / sizeof(*program->instructions);

	/* Every instruction of a program has a zero byte: no code is above 255. A text has none. */
	if (!n || text->len % sizeof(*program->instructions) || n > BPF_MAXINSNS ||
	    !memchr(text->data, 0, text->len))
		return set_error(error,
				 "'%s' is neither JSON nor a seccomp program; profiles of the "
				 "formats oci and bpf can be tried",
				 path);
	program->n = (unsigned short)n;
	program->instructions = xmalloc(text->len);
	memcpy(program->instructions, text->data, text->len);
	if (seccomp_is_valid(program))
		return true;
	seccomp_program_free(program);
	return set_error(error, "'%s' is no seccomp program that the kernel would take", path);
}

static bool read_profile(const char *path, struct seccomp_program *program, char **error)
{
	struct profile profile = { 0 };
	struct buf text = { 0 };
	bool good = profile_read_file(path, &text, error);

	if (good && profile_is_json(&text))
		good = profile_read_oci(text.data, text.len, path, &profile, error) &&
		       profile_compile(&profile, program, error);
	else if (good)
		good = take_program(&text, path, program, error);
	profile_free(&profile);
	buf_free(&text);
	return good;
}

/*
 * Where the profile allows a call, the program goes on with `base`, which is appended; everywhere
 * else it answers SECCOMP_TRACE.
 */
static bool join_names(const struct seccomp_program *profile, const struct seccomp_program *base,
		       struct seccomp_program *joined, char **error)
{
	size_t n = (size_t)profile->n + base->n;

	if (n > BPF_MAXINSNS)
		return set_error(error, "the profile is too long to be tried: %u instructions",
				 profile->n);
	joined->n = (unsigned short)n;
	joined->instructions = xcalloc(n, sizeof(*joined->instructions));
	memcpy(joined->instructions, profile->instructions,
	       profile->n * sizeof(*joined->instructions));
	memcpy(joined->instructions + profile->n, base->instructions,
	       base->n * sizeof(*joined->instructions));
	for (unsigned i = 0; i < profile->n; i++) {
		struct sock_filter *instruction = &joined->instructions[i];

		if (instruction->code != (BPF_RET | BPF_K))
			continue;
		if (policy_allows(instruction->k))
			*instruction =
				(struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, profile->n - i - 1);
		else
			instruction->k = SECCOMP_TRACE;
	}
	return true;
}

struct policy_trial *policy_trial_new(const char *path, const struct seccomp_program *base,
				      struct seccomp_program *program, char **error)
{
	struct policy_trial *trial = xcalloc(1, sizeof(*trial));

	if (read_profile(path, &trial->profile, error) &&
	    join_names(&trial->profile, base, program, error))
		return trial;
	seccomp_program_free(&trial->profile);
	free(trial);
	return NULL;
}

void policy_trial_free(struct policy_trial *trial)
{
	if (!trial)
		return;
	for (size_t i = 0; i < trial->n_words; i++)
		free(trial->words[i].word);
	free(trial->words);
	seccomp_program_free(&trial->profile);
	free(trial);
}

uint32_t policy_trial_answer(const struct policy_trial *trial, uint32_t audit_arch, uint64_t nr,
			     uint64_t ip, const uint64_t *args)
{
	struct seccomp_data data = {
		.nr = (int)nr,
		.arch = audit_arch,
		.instruction_pointer = ip,
	};

	memcpy(data.args, args, sizeof(data.args));
	return seccomp_simulate(trial->profile.instructions, trial->profile.n, &data);
}

/* A program has few different answers, and each keeps its word. */
const char *policy_answer_word(struct policy_trial *trial, uint32_t answer)
{
	struct buf word = { 0 };

	for (size_t i = 0; i < trial->n_words; i++)
		if (trial->words[i].answer == answer)
			return trial->words[i].word;
	trial->words = xgrow(trial->words, trial->n_words, &trial->capacity, sizeof(*trial->words));
	profile_put_answer(&word, answer);
	trial->words[trial->n_words] =
		(struct answer_word){ answer, xstrndup(word.data, word.len) };
	buf_free(&word);
	return trial->words[trial->n_words++].word;
}

void profile_put_answer(struct buf *out, uint32_t answer)
{
	const char *name;

	switch (answer & SECCOMP_RET_ACTION_FULL) {
	case SECCOMP_RET_ERRNO:
		name = errno_name(abi_native(), policy_errno(answer));
		if (name)
			buf_puts(out, name);
		else
			buf_printf(out, "errno %u", policy_errno(answer));
		break;
	case SECCOMP_RET_KILL_PROCESS:
		buf_puts(out, "kill process");
		break;
	case SECCOMP_RET_KILL_THREAD:
		buf_puts(out, "kill thread");
		break;
	case SECCOMP_RET_TRAP:
		buf_puts(out, "SIGSYS");
		break;
	case SECCOMP_RET_TRACE:
		buf_puts(out, "trace");
		break;
	case SECCOMP_RET_USER_NOTIF:
		buf_puts(out, "notify");
		break;
	default:
		buf_puts(out, "allow");
	}
}
