/* SPDX-License-Identifier: MIT */
/* The entry of a call of which only the exit decides whether it is recorded: --where. */
#include <stdlib.h>

#include "record/held.h"
#include "scry/util.h"

static void forget_facts(struct held_entry *held)
{
	free(held->comm);
	free(held->context);
	free(held->container);
	free(held->unit);
	free(held->denied);
	held->comm = held->context = held->container = held->unit = held->denied = NULL;
}

static char *copy_text(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

void held_keep(struct held_entry *held, const struct event *event, const struct event_facts *facts,
	       struct answers *answers)
{
	forget_facts(held);
	held->is_there = true;
	held->event = *event;
	held->process = event->tracee->tgid;
	held->comm = copy_text(facts->comm);
	held->context = copy_text(facts->context);
	held->container = copy_text(facts->container);
	held->unit = copy_text(facts->unit);
	held->denied = copy_text(facts->denied);
	held->facts = *facts;
	held->facts.comm = held->comm;
	held->facts.context = held->context;
	held->facts.container = held->container;
	held->facts.unit = held->unit;
	held->facts.denied = held->denied;
	if (facts->stack) {
		stack_copy(&held->stack, facts->stack);
		held->facts.stack = &held->stack;
	}
	if (!held->answers)
		held->answers = answers_new();
	answers_swap(held->answers, answers);
}

void held_add(struct held_entry *held, struct recorder *recorder, struct answers *answers)
{
	if (!held->is_there)
		return;
	held->is_there = false;
	answers_swap(held->answers, answers);
	recorder_add(recorder, &held->event, held->process, &held->facts);
	answers_swap(held->answers, answers);
}

void held_drop(struct held_entry *held)
{
	held->is_there = false;
}

void held_free(struct held_entry *held)
{
	forget_facts(held);
	stack_free(&held->stack);
	if (held->answers)
		answers_free(held->answers);
	*held = (struct held_entry){ 0 };
}
