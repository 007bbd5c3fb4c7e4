/* SPDX-License-Identifier: MIT */
/* Writes profiles as a drop-in for a unit of systemd: see systemd.exec(5). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "policy/profile.h"

/* A group of calls that systemd has a name for. */
struct group {
	char *name; /* "@file-system" */
	char **calls;
	size_t n, capacity;
	bool fits; /* the profile allows all of its calls that this machine has */
};

struct groups {
	struct group *all;
	size_t n, capacity;
};

static void add_member(struct groups *groups, const char *word)
{
	struct group *group = groups->n ? &groups->all[groups->n - 1] : NULL;

	if (!group)
		return;
	group->calls = xgrow(group->calls, group->n, &group->capacity, sizeof(*group->calls));
	group->calls[group->n++] = xstrdup(word);
}

static void add_systemd_group(struct groups *groups, const char *name)
{
	groups->all = xgrow(groups->all, groups->n, &groups->capacity, sizeof(*groups->all));
	groups->all[groups->n++] = (struct group){ .name = xstrdup(name) };
}

/*
 * Reads to the end. A signal, such as the signal of the timer, can interrupt the read: no handler
 * has SA_RESTART.
 */
static void read_listing(FILE *listing, struct buf *text)
{
	size_t n;

	do {
		clearerr(listing);
		errno = 0;
		buf_reserve(text, 1 << 14);
		n = fread(text->data + text->len, 1, 1 << 14, listing);
		text->len += n;
	} while ((n || (ferror(listing) && errno == EINTR)) && text->len <= POLICY_MAX_BYTES);
}

/*
 * systemd-analyze(1) lists a group's name in the first column, and below it, indented, a comment
 * that begins with '#', calls, and other groups. Without the program there are no groups, and all
 * calls are listed.
 */
static void ask_for_groups(struct groups *groups)
{
	FILE *listing = popen("systemd-analyze --no-pager syscall-filter 2>/dev/null", "re");
	struct buf text = { 0 };
	char *line, *next;

	if (!listing)
		return;
	read_listing(listing, &text);
	pclose(listing);
	buf_putc(&text, '\0');
	next = text.data;
	/* The list of ungrouped calls ends the groups. */
	while ((line = strsep(&next, "\n")) && line[0] != '#') {
		char *word = line + strspn(line, " \t");

		word[strcspn(word, " \t\r")] = '\0';
		if (line[0] == '@')
			add_systemd_group(groups, word);
		else if (*word && *word != '#')
			add_member(groups, word);
	}
	buf_free(&text);
}

static void free_groups(struct groups *groups)
{
	for (size_t i = 0; i < groups->n; i++) {
		for (size_t j = 0; j < groups->all[i].n; j++)
			free(groups->all[i].calls[j]);
		free(groups->all[i].calls);
		free(groups->all[i].name);
	}
	free(groups->all);
}

static const struct group *find_group(const struct groups *groups, const char *name)
{
	for (size_t i = 0; i < groups->n; i++)
		if (!strcmp(groups->all[i].name, name))
			return &groups->all[i];
	return NULL;
}

static bool has_call(const struct group *group, const char *call)
{
	for (size_t i = 0; group && i < group->n; i++)
		if (!strcmp(group->calls[i], call))
			return true;
	return false;
}

/*
 * Groups within groups are not followed: a group with other groups fits only by its own calls, and
 * is not used.
 */
static bool fits_group(const struct profile *profile, const struct group *group)
{
	size_t n = 0;

	for (size_t i = 0; i < group->n; i++) {
		if (group->calls[i][0] == '@')
			return false;
		if (!profile_has_number(profile, group->calls[i]))
			continue;
		if (!profile_find(profile, group->calls[i]))
			return false;
		n++;
	}
	return n > 0;
}

static bool in_group_that_fits(const struct groups *groups, const char *call)
{
	for (size_t i = 0; i < groups->n; i++)
		if (groups->all[i].fits && has_call(&groups->all[i], call))
			return true;
	return false;
}

/* systemd always allows @default. */
static void put_filter(struct buf *out, const struct profile *profile, const struct groups *groups)
{
	const struct group *always = find_group(groups, "@default");
	const char *last = "";

	for (size_t i = 0; i < groups->n; i++)
		if (groups->all[i].fits && &groups->all[i] != always)
			buf_printf(out, "SystemCallFilter=%s\n", groups->all[i].name);
	for (size_t i = 0; i < profile->n; i++) {
		const char *call = profile->rules[i].call;

		if (!strcmp(call, last) || has_call(always, call) ||
		    in_group_that_fits(groups, call))
			continue;
		last = call;
		buf_printf(out, "SystemCallFilter=%s\n", call);
	}
}

/*
 * Appends the values of the constrained argument of these calls, by their names. Returns how many
 * there are.
 */
static size_t put_filter_values(struct buf *out, const struct profile *profile,
				const char *const *calls, size_t n_calls, const char *list)
{
	uint64_t seen[64];
	size_t n = 0;

	for (size_t i = 0; i < profile->n; i++) {
		const struct rule *rule = &profile->rules[i];
		uint64_t value = rule->conditions[0].value;
		const char *name = list_name(list_find(list), abi_native(), value);
		bool wanted = false;

		for (size_t j = 0; j < n_calls; j++)
			wanted |= rule->n_conditions && !strcmp(rule->call, calls[j]);
		for (size_t j = 0; j < n; j++)
			wanted &= seen[j] != value;
		if (!wanted || !name || n == ARRAY_SIZE(seen))
			continue;
		seen[n++] = value;
		buf_printf(out, " %s", name);
	}
	return n;
}

/* systemd has no filter for arguments, but an option of its own for the families of sockets. */
static void put_families(struct buf *out, const struct profile *profile)
{
	static const char *const calls[] = { "socket", "socketpair" };
	const struct rule *socket = profile_find(profile, "socket");
	struct buf names = { 0 };

	if (socket && socket->n_conditions &&
	    put_filter_values(&names, profile, calls, ARRAY_SIZE(calls), "address_families"))
		buf_printf(out, "RestrictAddressFamilies=%s\n", buf_cstr(&names) + 1);
	buf_free(&names);
}

bool profile_write_systemd(const struct profile *profile, struct buf *out, char **error)
{
	struct groups groups = { 0 };
	unsigned between = 0;
	uint32_t abis = profile_machine_abis(profile);
	const char *errno_word = errno_name(abi_native(), profile->fallback & SECCOMP_RET_DATA);

	(void)error;
	ask_for_groups(&groups);
	for (size_t i = 0; i < groups.n; i++)
		groups.all[i].fits = fits_group(profile, &groups.all[i]);
	buf_puts(out, "# Made by scry --policy. A drop-in: "
		      "/etc/systemd/system/UNIT.service.d/seccomp.conf\n");
	buf_puts(out, "[Service]\nSystemCallArchitectures=");
	for (size_t i = 0; i < profile_n_architectures; i++)
		if (abis >> profile_architectures[i].abi & 1)
			buf_printf(out, "%s%s", between++ ? " " : "",
				   profile_architectures[i].systemd);
	buf_printf(out, "\nSystemCallErrorNumber=%s\n", errno_word);
	put_filter(out, profile, &groups);
	put_families(out, profile);
	free_groups(&groups);
	return true;
}
