/* SPDX-License-Identifier: MIT */
/*
 * --sample: shows a part of the selected calls, chosen by chance, so that no pattern of calls
 * decides which. What a shown call stands for is known, so that sums over shown calls estimate
 * those over all.
 */
#include <string.h>
#include <time.h>

#include "scry/syscalls.h"
#include "session/session.h"

/* With a rate or a share of the CPU the part is chosen anew after this time. */
#define WINDOW_NS 100000000u
/* So many calls are seen between two looks at the clocks. */
#define LOOK_CALLS 64u
#define ONE_IN_MAX 65536u

static uint64_t cpu_ns(void)
{
	struct timespec used;

	return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
		       ? 0
		       : (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

/*
 * A recording that was made by a rate, or by a share of the CPU, does not say how many calls each
 * of its calls stands for.
 */
static uint32_t recorded_part(const struct record_info *recorded)
{
	const char *text = recorded ? record_info_find(recorded, "sample") : NULL;
	uint64_t number;

	if (!text)
		return 0;
	return !strncmp(text, "1/", 2) && parse_decimal(text + 2, ONE_IN_MAX, &number) && number
		       ? (uint32_t)number
		       : STANDS_FOR_UNKNOWN;
}

void sample_prepare(struct session *session)
{
	const struct sample_config *config = &session->config->sample;
	struct losses *losses = &session->host.losses;

	session->selection.sampling.recorded = recorded_part(session->config->recorded);
	if (!config->one_in && !config->per_second && !config->cpu_percent)
		return;
	losses->one_in = config->one_in ? config->one_in : 1;
	/* A replay shows the same calls each time. */
	session->selection.sampling.random = UINT64_C(0x9e3779b97f4a7c15);
}

/* xorshift64* (Marsaglia 2003, Vigna 2016). */
static uint64_t next_random(struct sampling *sampling)
{
	uint64_t x = sampling->random;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	sampling->random = x;
	return x * UINT64_C(2685821657736338717);
}

static uint64_t bounded(double one_in)
{
	return one_in <= 1 ? 1 : one_in >= ONE_IN_MAX ? ONE_IN_MAX : (uint64_t)(one_in + 0.999);
}

static void begin_window(struct sampling *sampling, uint64_t now)
{
	sampling->begun_ns = now;
	sampling->n_seen = sampling->n_kept = 0;
}

/* If many calls come suddenly, the part becomes smaller before the window ends. */
static void follow_rate(struct session *session, uint64_t now)
{
	struct sampling *sampling = &session->selection.sampling;
	struct losses *losses = &session->host.losses;
	double wanted = (double)session->config->sample.per_second * WINDOW_NS / 1e9;

	if (!sampling->begun_ns)
		begin_window(sampling, now);
	if (now >= sampling->begun_ns + WINDOW_NS) {
		wanted *= (double)(now - sampling->begun_ns) / WINDOW_NS;
		losses->one_in = bounded((double)sampling->n_seen / wanted);
		begin_window(sampling, now);
	} else if ((double)sampling->n_kept >= 2 * wanted + 1) {
		losses->one_in = bounded(2.0 * (double)losses->one_in);
		sampling->n_kept = 0;
	}
}

/*
 * Reading records costs time, too, which no part of the calls takes away: the part changes by a
 * factor of 2 at most.
 */
static void follow_cpu(struct session *session)
{
	struct sampling *sampling = &session->selection.sampling;
	struct losses *losses = &session->host.losses;
	uint64_t now, used;
	double share;

	if (sampling->begun_ns && sampling->n_seen % LOOK_CALLS)
		return;
	now = now_ns();
	if (sampling->begun_ns && now < sampling->begun_ns + WINDOW_NS)
		return;
	used = cpu_ns();
	if (sampling->begun_ns) {
		share = (double)(used - sampling->cpu_ns) / (double)(now - sampling->begun_ns) *
			100 / session->config->sample.cpu_percent;
		share = share > 2 ? 2 : share < 0.5 ? 0.5 : share;
		if (share > 1 || share < 0.8)
			losses->one_in =
				bounded((double)losses->one_in * share - (share < 1 ? 0.999 : 0));
	}
	sampling->cpu_ns = used;
	begin_window(sampling, now);
}

/* one_in: the part of the calls that this session shows; 0: it shows all. */
static uint32_t stands_for(const struct call *call, uint64_t one_in, uint64_t recorded)
{
	uint64_t n = (one_in ? one_in : 1) * (recorded ? recorded : 1);

	if (!one_in && !recorded)
		return 0;
	if (syscall_executes(call->id))
		return 1;
	return recorded == STANDS_FOR_UNKNOWN || n > STANDS_FOR_UNKNOWN ? STANDS_FOR_UNKNOWN
									: (uint32_t)n;
}

bool sample_takes(struct session *session, struct call *call)
{
	struct sampling *sampling = &session->selection.sampling;
	const struct sample_config *config = &session->config->sample;
	struct losses *losses = &session->host.losses;

	if (!losses->one_in) {
		call->stands_for = stands_for(call, 0, sampling->recorded);
		return true;
	}
	if (config->per_second)
		follow_rate(session, call->entered_ns);
	else if (config->cpu_percent)
		follow_cpu(session);
	losses->seen++;
	sampling->n_seen++;
	if (!syscall_executes(call->id) && next_random(sampling) % losses->one_in) {
		losses->left_out++;
		return false;
	}
	sampling->n_kept++;
	call->stands_for = stands_for(call, losses->one_in, sampling->recorded);
	return true;
}

void sample_report(const struct session *session)
{
	const struct losses *losses = &session->host.losses;

	if (losses->one_in && !session->host.counts)
		warn("--sample: %llu of %llu selected call%s %s left out",
		     (unsigned long long)losses->left_out, (unsigned long long)losses->seen,
		     plural_s(losses->seen), plural(losses->left_out, "was", "were"));
}
