/* SPDX-License-Identifier: MIT */
/*
 * Finds the processes that targets name: a kind of target is a row, with the function that decides
 * about a process.
 */
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/target.h"
#include "target/container.h"
#include "target/sockets.h"

#define TREE_DEPTH 4096
#define COMMAND_TITLE 256

/* A target, and what its word means. */
struct wanted {
	const struct target *target;
	pid_t root; /* TARGET_TREE */
	uint64_t root_start;
	uint16_t port;
	uid_t uid;
	struct stat file;
	char *path; /* TARGET_FILE: the absolute path; TARGET_CGROUP: below the root of cgroups */
};

struct target_search {
	struct wanted *wanted;
	size_t n;
	bool given[TARGET_KINDS];
	struct process *processes; /* all of the machine; by ascending pid */
	size_t n_processes, processes_capacity;
	struct target_match *matches;
	size_t n_matches, matches_capacity;
	struct containers containers;
	struct sockets sockets;
	uint64_t began; /* when the search began, in clock ticks since boot: TARGET_START */
};

/* --- what a word means ----------------------------------------------------------------------- */

/* Appends to a sentence about processes that are not there why scry may not see them. */
static void add_namespace(char **error)
{
	struct buf text = { 0 };

	buf_printf(&text, "%s; ", *error);
	if (target_lacks_processes(&text)) {
		free(*error);
		*error = xstrdup(buf_cstr(&text));
	}
	buf_free(&text);
}

static bool refuse_pid(const struct wanted *wanted, char **error)
{
	set_error(error, "-p/--attach '%s': there is no process %d", wanted->target->word,
		  wanted->root);
	add_namespace(error);
	return false;
}

static bool prepare_pid(struct wanted *wanted, char **error)
{
	wanted->root = (pid_t)strtol(wanted->target->word, NULL, 10);
	wanted->root_start = proc_start(wanted->root);
	return wanted->root_start || refuse_pid(wanted, error);
}

/* What is not listed by /proc would be waited for without an end. */
static bool prepare_start(struct wanted *wanted, char **error)
{
	if (proc_numbers() == PROC_OURS || proc_numbers() == PROC_OUTER)
		return true;
	set_error(error, "--wait '%s': no process can be found", wanted->target->word);
	add_namespace(error);
	return false;
}

static bool prepare_tree(struct wanted *wanted, char **error)
{
	const char *text = wanted->target->word;
	uint64_t pid;

	if (!read_decimal(&text, INT_MAX, &pid) || !pid || strcmp(text, "+"))
		return set_error(error, "-p/--attach '%s': not a process ID", wanted->target->word);
	wanted->root = (pid_t)pid;
	wanted->root_start = proc_start(wanted->root);
	return wanted->root_start || refuse_pid(wanted, error);
}

static bool prepare_port(struct wanted *wanted, char **error)
{
	const struct servent *service;
	uint64_t port;

	if (parse_decimal(wanted->target->word, UINT16_MAX, &port) && port) {
		wanted->port = (uint16_t)port;
		return true;
	}
	service = getservbyname(wanted->target->word, NULL);
	if (!service)
		return set_error(error,
				 "--port '%s': neither a number from 1 to 65535 nor a service of "
				 "services(5)",
				 wanted->target->word);
	wanted->port = (uint16_t)((service->s_port & 0xff) << 8 | (service->s_port >> 8 & 0xff));
	return true;
}

static bool prepare_file(struct wanted *wanted, char **error)
{
	if (stat(wanted->target->word, &wanted->file))
		return set_error(error, "--file '%s': %s", wanted->target->word, strerror(errno));
	wanted->path = realpath(wanted->target->word, NULL);
	return true;
}

static bool prepare_cgroup(struct wanted *wanted, char **error)
{
	wanted->path = proc_find_cgroup_path(wanted->target->word, error);
	return wanted->path;
}

static bool prepare_uid(struct wanted *wanted, char **error)
{
	const struct passwd *user;
	uint64_t uid;

	if (parse_decimal(wanted->target->word, UINT32_MAX - 1, &uid)) {
		wanted->uid = (uid_t)uid;
		return true;
	}
	user = find_account("--uid", wanted->target->word, error);
	if (!user)
		return false;
	wanted->uid = user->pw_uid;
	return true;
}

/* --- whether it names a process -------------------------------------------------------------- */

static const struct process *find_process(const struct target_search *search, pid_t pid)
{
	size_t low = 0, high = search->n_processes;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (search->processes[middle].pid < pid)
			low = middle + 1;
		else
			high = middle;
	}
	return low < search->n_processes && search->processes[low].pid == pid
		       ? &search->processes[low]
		       : NULL;
}

/* A pid is used again after its process has ended: then the tree is gone. */
static bool is_in_tree(struct target_search *search, const struct wanted *wanted,
		       struct process *process)
{
	const struct process *at = process;

	for (unsigned depth = 0; at && depth < TREE_DEPTH; depth++) {
		if (at->pid == wanted->root)
			return at->start == wanted->root_start;
		at = find_process(search, at->parent);
	}
	return false;
}

static bool is_process(struct target_search *search, const struct wanted *wanted,
		       struct process *process)
{
	(void)search;
	return process->pid == wanted->root && process->start == wanted->root_start;
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool has_target_comm(struct target_search *search, const struct wanted *wanted,
			    struct process *process)
{
	(void)search;
	return !strncmp(process->comm, wanted->target->word, COMM_BYTES) &&
	       strlen(process->comm) == strnlen(wanted->target->word, COMM_BYTES);
}

/* Returns whether a word, which may be a pattern of glob(7), is this name. */
static bool is_name(const char *word, const char *name)
{
	return *name && (!strcmp(word, name) || !fnmatch(word, name, 0));
}

/*
 * Servers change argument 0 to what they do: "nginx: master process nginx", "postgres:
 * checkpointer".
 */
static bool is_target_program(struct target_search *search, const struct wanted *wanted,
			      struct process *process)
{
	const char *word = wanted->target->word, *command, *colon;
	char title[COMMAND_TITLE];
	size_t len;

	if (strchr(word, '/'))
		return is_name(word, process_program(process)) ||
		       is_name(word, process_script(process));
	if (has_target_comm(search, wanted, process) || is_name(word, process->comm) ||
	    is_name(word, base_of(process_program(process))))
		return true;
	command = process_command(process);
	colon = strchr(command, ':');
	len = colon ? (size_t)(colon - command) : 0;
	if (len && len < sizeof(title)) {
		memcpy(title, command, len);
		title[len] = '\0';
		if (is_name(word, title))
			return true;
	}
	return is_name(word, base_of(command));
}

static bool has_started(struct target_search *search, const struct wanted *wanted,
			struct process *process)
{
	return process->start >= search->began && is_target_program(search, wanted, process);
}

/*
 * A unit is a component of the path of cgroups: systemd.slice(5), systemd.unit(5). ".service" may
 * be left out.
 */
static bool is_in_unit(struct target_search *search, const struct wanted *wanted,
		       struct process *process)
{
	const char *word = wanted->target->word, *at = process_cgroups(process);
	size_t len = strlen(word);

	(void)search;
	while (len && (at = strstr(at, word))) {
		const char *end = at + len;

		if (at[-(at != process_cgroups(process))] == '/' &&
		    (!*end || strchr("/\n", *end) ||
		     (!strncmp(end, ".service", strlen(".service")) &&
		      strchr("/\n", end[strlen(".service")]))))
			return true;
		at++;
	}
	return false;
}

struct named {
	struct target_search *search;
	const char *word;
	pid_t pid;
};

static bool is_named_container(void *ctx, const char *id)
{
	const struct named *named = ctx;

	return container_is_named(containers_get(&named->search->containers, id, named->pid),
				  named->word);
}

static bool is_in_container(struct target_search *search, const struct wanted *wanted,
			    struct process *process)
{
	struct named named = { search, wanted->target->word, process->pid };

	return container_each(process, is_named_container, &named);
}

static bool has_port(struct target_search *search, const struct wanted *wanted,
		     struct process *process)
{
	return !process->is_kernel &&
	       sockets_has_port(&search->sockets, process->pid, wanted->port);
}

static bool is_same_file(const struct stat *one, const struct stat *other)
{
	return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

static bool is_descriptor_of(void *ctx, int dir, const char *name, int fd)
{
	struct stat st;

	(void)fd;
	return !fstatat(dir, name, &st, 0) && is_same_file(&st, ctx);
}

static bool is_mapping_of(void *ctx, const struct proc_mapping *mapping)
{
	return !strcmp(mapping->path, ctx);
}

static bool has_file(struct target_search *search, const struct wanted *wanted,
		     struct process *process)
{
	(void)search;
	if (process->is_kernel)
		return false;
	return proc_each_descriptor(process->pid, is_descriptor_of, (void *)&wanted->file) > 0 ||
	       (wanted->path && proc_each_mapping(process->pid, is_mapping_of, wanted->path) > 0);
}

static bool is_in_cgroup(struct target_search *search, const struct wanted *wanted,
			 struct process *process)
{
	(void)search;
	return proc_is_in_cgroup(process->pid, wanted->path);
}

static bool is_of_user(struct target_search *search, const struct wanted *wanted,
		       struct process *process)
{
	struct stat st;

	(void)search;
	/*
	 * The directory belongs to the effective user, or to root if the process cannot be dumped:
	 * the status says the user then.
	 */
	if (proc_stat(process->pid, &st, "task/.") && st.st_uid == wanted->uid && st.st_uid)
		return true;
	return proc_status(process->pid, "Uid") == (long)wanted->uid;
}

/* A row for each kind. */
static const struct kind {
	const char *option;
	/*
	 * Finds out what the word means. Returns false after it has set *error. NULL: any word will
	 * do.
	 */
	bool (*prepare)(struct wanted *wanted, char **error);
	bool (*names)(struct target_search *search, const struct wanted *wanted,
		      struct process *process);
	bool comes_again;
	bool alone; /* it names a process whatever other kinds are given */
} kinds[TARGET_KINDS] = {
	[TARGET_PID] = { "-p/--attach", prepare_pid, is_process, .alone = true },
	[TARGET_NAME] = { "-p/--attach", NULL, is_target_program, .alone = true },
	[TARGET_TREE] = { "-p/--attach", prepare_tree, is_in_tree, .alone = true },
	[TARGET_UNIT] = { "--unit", NULL, is_in_unit, .comes_again = true },
	[TARGET_CONTAINER] = { "--container", NULL, is_in_container, .comes_again = true },
	[TARGET_PORT] = { "--port", prepare_port, has_port, .comes_again = true },
	[TARGET_FILE] = { "--file", prepare_file, has_file, .comes_again = true },
	[TARGET_CGROUP] = { "--cgroup", prepare_cgroup, is_in_cgroup, .comes_again = true },
	[TARGET_COMM] = { "--comm", NULL, has_target_comm, .comes_again = true },
	[TARGET_UID] = { "--uid", prepare_uid, is_of_user, .comes_again = true },
	[TARGET_START] = { "--wait", prepare_start, has_started, .alone = true },
};

const char *target_option(enum target_kind kind)
{
	return kinds[kind].option;
}

bool target_comes_again(enum target_kind kind)
{
	return kinds[kind].comes_again;
}

/* --- the search ------------------------------------------------------------------------------ */

struct target_search *target_search_new(const struct target *targets, size_t n, char **error)
{
	struct target_search *search = xcalloc(1, sizeof(*search));

	search->wanted = xcalloc(n ? n : 1, sizeof(*search->wanted));
	search->n = n;
	search->began = proc_start(getpid());
	for (size_t i = 0; i < n; i++) {
		struct wanted *wanted = &search->wanted[i];

		wanted->target = &targets[i];
		search->given[targets[i].kind] = true;
		if (!*targets[i].word)
			set_error(error, "%s: the word is empty", kinds[targets[i].kind].option);
		else if (!kinds[targets[i].kind].prepare ||
			 kinds[targets[i].kind].prepare(wanted, error))
			continue;
		target_search_free(search);
		return NULL;
	}
	return search;
}

static void forget_processes(struct target_search *search)
{
	for (size_t i = 0; i < search->n_processes; i++)
		process_free(&search->processes[i]);
	search->n_processes = 0;
	sockets_clear(&search->sockets);
}

void target_search_free(struct target_search *search)
{
	if (!search)
		return;
	forget_processes(search);
	for (size_t i = 0; i < search->n; i++)
		free(search->wanted[i].path);
	containers_free(&search->containers);
	free(search->wanted);
	free(search->processes);
	free(search->matches);
	free(search);
}

static int compare_pids(const void *one, const void *other)
{
	pid_t a = ((const struct process *)one)->pid, b = ((const struct process *)other)->pid;

	return (a > b) - (a < b);
}

static bool add_found_process(void *ctx, pid_t pid)
{
	struct target_search *search = ctx;

	search->processes = xgrow(search->processes, search->n_processes,
				  &search->processes_capacity, sizeof(*search->processes));
	search->n_processes += process_read(pid, &search->processes[search->n_processes]);
	return false;
}

static void read_processes(struct target_search *search)
{
	forget_processes(search);
	proc_each(add_found_process, search);
	qsort(search->processes, search->n_processes, sizeof(*search->processes), compare_pids);
}

/* The supervisor process is scry, too. */
static bool is_scry(struct process *process, const struct stat *own)
{
	struct stat st;

	if (process->pid == getpid())
		return true;
	return process->pid == getppid() && proc_stat(process->pid, &st, "exe") &&
	       is_same_file(&st, own);
}

/* Returns the target by which a process is found; NULL: none. */
static const struct target *find_target(struct target_search *search, struct process *process)
{
	bool met[TARGET_KINDS] = { false };
	const struct target *first = NULL;

	for (size_t i = 0; i < search->n; i++) {
		const struct wanted *wanted = &search->wanted[i];
		const struct kind *kind = &kinds[wanted->target->kind];

		if ((met[wanted->target->kind] && !kind->alone) ||
		    !kind->names(search, wanted, process))
			continue;
		if (kind->alone)
			return wanted->target;
		met[wanted->target->kind] = true;
		first = first ? first : wanted->target;
	}
	for (unsigned kind = 0; kind < TARGET_KINDS; kind++)
		if (search->given[kind] && !kinds[kind].alone && !met[kind])
			return NULL;
	return first;
}

size_t target_search_look(struct target_search *search, const struct target_match **matches)
{
	struct stat own = { 0 };

	proc_stat(PROC_SELF, &own, "exe");
	read_processes(search);
	search->n_matches = 0;
	for (size_t i = 0; i < search->n_processes; i++) {
		struct process *process = &search->processes[i];
		const struct target *target;

		if (process->is_kernel || process->is_over || is_scry(process, &own))
			continue;
		target = find_target(search, process);
		if (!target && search->n)
			continue;
		search->matches = xgrow(search->matches, search->n_matches,
					&search->matches_capacity, sizeof(*search->matches));
		search->matches[search->n_matches++] =
			(struct target_match){ process->pid, process->start, target };
	}
	*matches = search->matches;
	return search->n_matches;
}

/* Returns whether a name of which 15 bytes are known may be the last component of a word. */
static bool may_name(const char *word, const char *name)
{
	size_t len;

	word = base_of(word);
	len = strcspn(word, "*?[\\");
	if (strlen(name) < COMM_BYTES)
		return is_name(word, name);
	return len && !strncmp(word, name, len < COMM_BYTES ? len : COMM_BYTES);
}

/*
 * Returns whether a process still executes the program with this command name. A script mostly
 * executes its last command itself.
 */
static bool still_executes(pid_t pid, const char *name)
{
	struct process process;
	bool does = process_read(pid, &process) && !process.is_over &&
		    !strncmp(process.comm, name, COMM_BYTES);

	process_free(&process);
	return does;
}

bool target_search_names_program(struct target_search *search, enum target_kind kind, pid_t pid,
				 const char *const names[2])
{
	struct process process;
	bool named = false;

	for (size_t i = 0; !named && i < search->n; i++) {
		const struct target *target = search->wanted[i].target;

		if (target->kind != kind)
			continue;
		process_read(pid, &process);
		named = is_target_program(search, &search->wanted[i], &process) ||
			(!still_executes(pid, names[0]) &&
			 (may_name(target->word, names[0]) || may_name(target->word, names[1])));
		process_free(&process);
	}
	return named;
}

/* --- messages -------------------------------------------------------------------------------- */

/* Appends the command names that a word can have meant. */
static void add_near_names(const struct target_search *search, const char *word, char **error)
{
	const char **names = xcalloc(search->n_processes + 1, sizeof(*names));
	size_t n = 0;

	for (size_t i = 0; i < search->n_processes; i++)
		if (!search->processes[i].is_kernel)
			names[n++] = search->processes[i].comm;
	add_nearest(error, ";", word, "", (struct name_list){ names, n, sizeof(*names) });
	free(names);
}

char *target_search_explain(const struct target_search *search)
{
	struct buf words = { 0 };
	char *error = NULL;

	for (size_t i = 0; i < search->n; i++)
		buf_printf(&words, "%s%s '%s'", i ? ", " : "",
			   kinds[search->wanted[i].target->kind].option,
			   search->wanted[i].target->word);
	set_error(&error, "no process is found%s%s", search->n ? " by " : "", buf_cstr(&words));
	if (search->n == 1 && (kinds[search->wanted[0].target->kind].names == is_target_program ||
			       search->wanted[0].target->kind == TARGET_COMM))
		add_near_names(search, search->wanted[0].target->word, &error);
	add_namespace(&error);
	buf_free(&words);
	return error;
}
