/* SPDX-License-Identifier: MIT */
/*
 * The container and the unit in which a process runs, and the list of --list-targets, which shows
 * them.
 */
#include <stdlib.h>

#include "scry/json.h"
#include "scry/proc.h"
#include "scry/target.h"
#include "target/container.h"

#define COMMAND_MAX 60 /* bytes of a command line in the list */

static bool take_innermost(void *ctx, const char *id)
{
	char **innermost = ctx;

	free(*innermost);
	*innermost = xstrdup(id);
	return false;
}

/*
 * Returns the last component of a path of cgroups that is a unit other than a slice; NULL: there is
 * none.
 */
static char *unit_of(const char *cgroups)
{
	static const char *const endings[] = { ".service", ".scope" };
	char *unit = NULL;

	while (*cgroups) {
		size_t n = strcspn(cgroups, "/\n");

		for (size_t i = 0; i < ARRAY_SIZE(endings); i++)
			if (n > strlen(endings[i]) && !memcmp(cgroups + n - strlen(endings[i]),
							      endings[i], strlen(endings[i]))) {
				free(unit);
				unit = xstrndup(cgroups, n);
			}
		cgroups += n + (cgroups[n] != '\0');
	}
	return unit;
}

static void find_target_place(struct process *process, struct containers *containers,
			      struct target_place *place)
{
	const struct container *container;

	*place = (struct target_place){ .unit = unit_of(process_cgroups(process)) };
	container_each(process, take_innermost, &place->id);
	if (!place->id)
		return;
	container = containers_get(containers, place->id, process->pid);
	place->container = xstrdup(container->name);
	if (container->namespace && container->pod) {
		struct buf pod = { 0 };

		buf_printf(&pod, "%s/%s", container->namespace, container->pod);
		place->pod = buf_take(&pod);
	}
}

struct target_places {
	struct containers containers;
};

struct target_places *target_places_new(void)
{
	return xcalloc(1, sizeof(struct target_places));
}

void target_places_free(struct target_places *places)
{
	if (places)
		containers_free(&places->containers);
	free(places);
}

void target_place_of(struct target_places *places, pid_t pid, struct target_place *place)
{
	struct process process = { .pid = pid };

	find_target_place(&process, &places->containers, place);
	process_free(&process);
}

void target_place_free(struct target_place *place)
{
	free(place->container);
	free(place->id);
	free(place->pod);
	free(place->unit);
	*place = (struct target_place){ 0 };
}

/* --- the list -------------------------------------------------------------------------------- */

/* Appends what a process has chosen. A NUL becomes a blank, what cannot be shown '?'. */
static void put_chosen(struct buf *out, const char *text, size_t len)
{
	for (size_t i = 0, n; i < len; i += n ? n : 1) {
		const unsigned char *s = (const unsigned char *)text + i;
		unsigned code;

		n = utf8_length(s, len - i);
		if (!text[i])
			buf_putc(out, ' ');
		else if (!n || utf8_is_control(s, n, &code))
			buf_putc(out, '?');
		else
			buf_put(out, text + i, n);
	}
}

/* Appends a command line as far as it fits into a line. */
static void put_command(struct buf *out, pid_t pid, const char *comm)
{
	size_t len = 0, shown;
	char *line = proc_read_whole(pid, "cmdline", 4096, &len);

	if (!line || !len) {
		buf_putc(out, '[');
		put_chosen(out, comm, strlen(comm));
		buf_putc(out, ']');
	}
	shown = line && len < COMMAND_MAX ? len : line ? COMMAND_MAX : 0;
	put_chosen(out, line, shown);
	if (len > shown)
		buf_puts(out, "...");
	free(line);
}

static void put_place_row(struct buf *out, const struct target_match *match,
			  const struct target_place *place)
{
	struct process process;
	size_t begin;

	if (!process_read(match->pid, &process))
		return;
	buf_printf(out, "%7d  %-20s  %-24s  ", match->pid,
		   place->container ? place->container : "-", place->unit ? place->unit : "-");
	begin = out->len;
	put_command(out, match->pid, process.comm);
	/*
	 * The line ends with the command, so that a long name before it shifts nothing that is
	 * aligned.
	 */
	for (size_t i = begin; i < out->len; i++)
		if (out->data[i] == '\n')
			out->data[i] = ' ';
	buf_putc(out, '\n');
	process_free(&process);
}

static void put_match_object(struct buf *out, const struct target_match *match,
			     const struct target_place *place)
{
	struct process process;
	size_t len = 0;
	char *line;

	if (!process_read(match->pid, &process))
		return;
	line = proc_read_whole(match->pid, "cmdline", 65536, &len);
	json_begin_object(out);
	json_add_signed(out, "pid", match->pid);
	json_add_text(out, "comm", process.comm);
	json_begin_member(out, "argv");
	json_begin_array(out);
	for (size_t at = 0; at < len; at += strlen(line + at) + 1) {
		json_begin_element(out);
		json_put_text(out, line + at);
	}
	json_end_array(out);
	if (match->target)
		json_add_text(out, "target", target_option(match->target->kind));
	if (place->container)
		json_add_text(out, "container", place->container);
	if (place->id)
		json_add_text(out, "container_id", place->id);
	if (place->pod)
		json_add_text(out, "pod", place->pod);
	if (place->unit)
		json_add_text(out, "unit", place->unit);
	json_end_line(out);
	free(line);
	process_free(&process);
}

size_t target_list(struct target_search *search, bool json, struct buf *out)
{
	struct containers containers = { 0 };
	const struct target_match *matches;
	size_t n = target_search_look(search, &matches);

	if (!json)
		buf_puts(out, "    pid  container             unit                      command\n");
	for (size_t i = 0; i < n; i++) {
		struct process process = { .pid = matches[i].pid };
		struct target_place place;

		find_target_place(&process, &containers, &place);
		(json ? put_match_object : put_place_row)(out, &matches[i], &place);
		target_place_free(&place);
		process_free(&process);
	}
	containers_free(&containers);
	return n;
}
