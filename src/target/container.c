/* SPDX-License-Identifier: MIT */
/*
 * Finds the containers of a process in its cgroups, and their names in the state of the runtimes.
 */
#include "config.h"

#include "target/container.h"

#include <ctype.h>
#include <glob.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_JANSSON
#include <jansson.h>
#endif

#include "scry/proc.h"

#define STATE_MAX (8u << 20) /* bytes of a file in which a runtime keeps its state */
#define SHORT_ID 12
#define LOOK_NS 200000000u /* between two looks for the name of a container */

/* --- the cgroups of a process ---------------------------------------------------------------- */

static bool is_id(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isxdigit((unsigned char)text[i]))
			return false;
	return len == CONTAINER_ID;
}

static bool begins_with(const char *text, size_t len, const char *prefix)
{
	return len > strlen(prefix) && !memcmp(text, prefix, strlen(prefix));
}

/* runc(8) keeps the state of container ID in /run/runc/ID, and by default makes the cgroup /ID. */
static bool is_of_runc(const char *id)
{
	char path[512];

	return (size_t)snprintf(path, sizeof(path), "/run/runc/%s/state.json", id) < sizeof(path) &&
	       !access(path, F_OK);
}

/*
 * Returns the ID that one component of a path of cgroups has, which the caller frees; NULL: the
 * component is not of a container. These are the names of the runtimes: docker "ID" or
 * "docker-ID.scope", podman "libpod-ID.scope", containerd "ID" or "cri-containerd-ID.scope" or
 * "SLICE:cri-containerd:ID", CRI-O "crio-ID.scope", LXC "lxc.payload.NAME", systemd-nspawn
 * "machine-NAME.scope". The monitor of a container is not in it.
 */
static char *id_of_component(const char *text, size_t len)
{
	const char *begin = text;
	size_t n;
	char *id;

	if (begins_with(text, len, "libpod-conmon-") || begins_with(text, len, "crio-conmon-"))
		return NULL;
	if (len > strlen(".scope") &&
	    !memcmp(text + len - strlen(".scope"), ".scope", strlen(".scope")))
		len -= strlen(".scope");
	for (size_t i = 0; i < len; i++)
		if (text[i] == '-' || text[i] == ':')
			begin = text + i + 1;
	n = len - (size_t)(begin - text);
	if (is_id(begin, n))
		return xstrndup(begin, n);
	if (begins_with(text, len, "lxc.payload."))
		return xstrndup(text + strlen("lxc.payload."), len - strlen("lxc.payload."));
	if (begins_with(text, len, "machine-"))
		return xstrndup(text + strlen("machine-"), len - strlen("machine-"));
	if (!len || text[0] == '.')
		return NULL;
	id = xstrndup(text, len);
	if (is_of_runc(id))
		return id;
	free(id);
	return NULL;
}

/* Looks at one line of /proc/PID/cgroup: "HIERARCHY:CONTROLLERS:PATH", cgroups(7). */
static bool each_of_path(const char *path, size_t len, bool (*each)(void *ctx, const char *id),
			 void *ctx)
{
	const char *end = path + len;
	bool stopped = false;

	while (path < end && !stopped) {
		const char *slash = memchr(path, '/', (size_t)(end - path));
		size_t n = slash ? (size_t)(slash - path) : (size_t)(end - path);
		char *id = id_of_component(path, n);

		stopped = id && each(ctx, id);
		free(id);
		path += n + 1;
	}
	return stopped;
}

bool container_each(struct process *process, bool (*each)(void *ctx, const char *id), void *ctx)
{
	const char *line = process_cgroups(process);

	while (*line) {
		size_t len = strcspn(line, "\n");
		const char *path = memchr(line, ':', len);

		path = path ? memchr(path + 1, ':', len - (size_t)(path + 1 - line)) : NULL;
		if (path && each_of_path(path + 1, len - (size_t)(path + 1 - line), each, ctx))
			return true;
		line += len + (line[len] == '\n');
	}
	return false;
}

/* --- the state of runtimes ------------------------------------------------------------------- */

#ifdef HAVE_JANSSON
struct json_reader {
	LIBRARY_POINTER(json_loadb);
	LIBRARY_POINTER(json_object_get);
	LIBRARY_POINTER(json_array_get);
	LIBRARY_POINTER(json_array_size);
	LIBRARY_POINTER(json_string_value);
	LIBRARY_POINTER(json_delete);
};

/* Returns the functions of the library; NULL: it is not there, and names are unknown. */
static const struct json_reader *json_reader(void)
{
#define FUNCTION(function) LIBRARY_FUNCTION(struct json_reader, function)
	static const struct library_function functions[] = {
		FUNCTION(json_loadb),	   FUNCTION(json_object_get),	FUNCTION(json_array_get),
		FUNCTION(json_array_size), FUNCTION(json_string_value), FUNCTION(json_delete),
	};
#undef FUNCTION
	static struct json_reader reader;
	static enum { UNTRIED, MISSING, THERE } state;
	char *why = NULL;

	if (state == UNTRIED)
		state = library_load(JANSSON_SONAME, functions, ARRAY_SIZE(functions), &reader,
				     &why)
				? THERE
				: MISSING;
	free(why);
	return state == THERE ? &reader : NULL;
}

static json_t *load_file(const struct json_reader *reader, const char *path)
{
	FILE *file = fopen(path, "re");
	struct buf text = { 0 };
	json_error_t error;
	json_t *json = NULL;
	size_t n = 0;

	if (!file)
		return NULL;
	do {
		buf_reserve(&text, 65536);
		n = fread(text.data + text.len, 1, 65536, file);
		text.len += n;
	} while (n && text.len <= STATE_MAX);
	if (text.len <= STATE_MAX)
		json = reader->sym_json_loadb(text.data, text.len, 0, &error);
	fclose(file);
	buf_free(&text);
	return json;
}

/* Copies a member that is a string to *copy unless that is set. */
static void take_container(const struct json_reader *reader, const json_t *object, const char *key,
			   char **copy)
{
	const json_t *member = object ? reader->sym_json_object_get(object, key) : NULL;
	const char *text = member ? reader->sym_json_string_value(member) : NULL;

	if (text && *text && !*copy)
		*copy = xstrdup(text + (*text == '/'));
}

/*
 * config.json of the OCI runtime specification, with the annotations of containerd and of CRI-O.
 */
static void take_annotations(const struct json_reader *reader, const json_t *json,
			     struct container *container)
{
	const json_t *annotations = reader->sym_json_object_get(json, "annotations");

	take_container(reader, annotations, "io.kubernetes.cri.container-name", &container->name);
	take_container(reader, annotations, "io.kubernetes.cri.sandbox-name", &container->pod);
	take_container(reader, annotations, "io.kubernetes.cri.sandbox-namespace",
		       &container->namespace);
	take_container(reader, annotations, "io.kubernetes.container.name", &container->name);
	take_container(reader, annotations, "io.kubernetes.pod.name", &container->pod);
	take_container(reader, annotations, "io.kubernetes.pod.namespace", &container->namespace);
	take_container(reader, annotations, "nerdctl/name", &container->name);
}

/* docker: config.v2.json, whose name begins with a slash. */
static void take_docker(const struct json_reader *reader, const json_t *json,
			struct container *container)
{
	const json_t *config = reader->sym_json_object_get(json, "Config");
	const json_t *labels = config ? reader->sym_json_object_get(config, "Labels") : NULL;

	take_container(reader, labels, "io.kubernetes.container.name", &container->name);
	take_container(reader, labels, "io.kubernetes.pod.name", &container->pod);
	take_container(reader, labels, "io.kubernetes.pod.namespace", &container->namespace);
	take_container(reader, json, "Name", &container->name);
}

/* podman: containers.json is an array of all containers of its storage. */
static void take_storage(const struct json_reader *reader, const json_t *json,
			 struct container *container)
{
	for (size_t i = 0; i < reader->sym_json_array_size(json); i++) {
		const json_t *item = reader->sym_json_array_get(json, i);
		const json_t *id = reader->sym_json_object_get(item, "id"),
			     *names = reader->sym_json_object_get(item, "names");
		const char *text = id ? reader->sym_json_string_value(id) : NULL;
		const char *name = names && reader->sym_json_array_size(names)
					   ? reader->sym_json_string_value(
						     reader->sym_json_array_get(names, 0))
					   : NULL;

		if (text && name && !strcmp(text, container->id) && !container->name)
			container->name = xstrdup(name);
	}
}

/*
 * Where runtimes keep what they know of the container %s; without %s, of all. A pattern of glob(7),
 * with ~ for the home of the user whose processes the container has.
 */
static const struct {
	const char *pattern;
	void (*take)(const struct json_reader *reader, const json_t *json,
		     struct container *container);
} states[] = {
	{ "/var/lib/docker/containers/%s/config.v2.json", take_docker },
	{ "~/.local/share/docker/containers/%s/config.v2.json", take_docker },
	/* The namespaces of containerd are k8s.io, default, moby and others. */
	{ "/run/containerd/io.containerd.runtime.v2.task/*/%s/config.json", take_annotations },
	/* The drivers of the storage are overlay, vfs, btrfs and zfs. */
	{ "/run/containers/storage/*-containers/%s/userdata/config.json", take_annotations },
	{ "/var/run/containers/storage/*-containers/%s/userdata/config.json", take_annotations },
	{ "/var/lib/containers/storage/*-containers/%s/userdata/config.json", take_annotations },
	{ "/var/lib/containers/storage/*-containers/containers.json", take_storage },
	{ "~/.local/share/containers/storage/*-containers/containers.json", take_storage },
};

static const char *home_of(uid_t uid)
{
	const struct passwd *user = uid == geteuid() ? NULL : getpwuid(uid);

	return user ? user->pw_dir : getenv("HOME");
}

/*
 * Puts together the pattern for a container. Returns false if there is none: nothing is known of
 * the home.
 */
static bool make_pattern(const char *pattern, const struct container *container, struct buf *out)
{
	const char *home = *pattern == '~' ? home_of(container->uid) : "";
	const char *place;

	if (!home)
		return false;
	pattern += *pattern == '~';
	place = strstr(pattern, "%s");
	buf_puts(out, home);
	buf_put(out, pattern, place ? (size_t)(place - pattern) : strlen(pattern));
	if (place) {
		buf_puts(out, container->id);
		buf_puts(out, place + strlen("%s"));
	}
	return true;
}

static void describe_container(struct container *container)
{
	const struct json_reader *reader = json_reader();

	/* The ID becomes a part of a path. */
	if (!reader || strpbrk(container->id, "/*?[\\"))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		struct buf pattern = { 0 };
		glob_t found = { 0 };

		if (make_pattern(states[i].pattern, container, &pattern) &&
		    !glob(buf_cstr(&pattern), GLOB_NOSORT, NULL, &found))
			for (size_t n = 0; n < found.gl_pathc; n++) {
				json_t *json = load_file(reader, found.gl_pathv[n]);

				if (!json)
					continue;
				states[i].take(reader, json, container);
				reader->sym_json_delete(json);
			}
		globfree(&found);
		buf_free(&pattern);
	}
}
#else
static void describe_container(struct container *container)
{
	(void)container;
}
#endif

/*
 * A process can have its cgroup before the runtime has written what it knows: a container without a
 * name is looked up again.
 */
static void find_container_name(struct container *container)
{
	const char *id = container->id;
	uint64_t now = now_ns();

	if (container->is_named || (container->looked_ns && now - container->looked_ns < LOOK_NS))
		return;
	container->looked_ns = now;
	free(container->name);
	container->name = NULL;
	describe_container(container);
	container->is_named = container->name;
	if (!container->name)
		container->name = xstrndup(id, is_id(id, strlen(id)) ? SHORT_ID : strlen(id));
}

const struct container *containers_get(struct containers *containers, const char *id, pid_t pid)
{
	struct container *container = NULL;
	struct stat st;

	for (size_t i = 0; !container && i < containers->n; i++)
		if (!strcmp(containers->items[i].id, id))
			container = &containers->items[i];
	if (!container) {
		containers->items = xgrow(containers->items, containers->n, &containers->capacity,
					  sizeof(*containers->items));
		container = &containers->items[containers->n++];
		*container = (struct container){ .id = xstrdup(id) };
		container->uid = proc_stat(pid, &st, ".") ? st.st_uid : geteuid();
	}
	find_container_name(container);
	return container;
}

void containers_free(struct containers *containers)
{
	for (size_t i = 0; i < containers->n; i++) {
		free(containers->items[i].id);
		free(containers->items[i].name);
		free(containers->items[i].namespace);
		free(containers->items[i].pod);
	}
	free(containers->items);
	*containers = (struct containers){ 0 };
}

/* Returns whether the word is NAMESPACE/POD or NAMESPACE/POD/CONTAINER of this container. */
static bool is_in_pod(const struct container *container, const char *word)
{
	struct buf name = { 0 };
	bool same;

	if (!container->namespace || !container->pod)
		return false;
	buf_printf(&name, "%s/%s", container->namespace, container->pod);
	same = !strcmp(buf_cstr(&name), word);
	buf_printf(&name, "/%s", container->name);
	same = same || !strcmp(buf_cstr(&name), word);
	buf_free(&name);
	return same;
}

bool container_is_named(const struct container *container, const char *word)
{
	return !strcmp(container->name, word) || !strcmp(container->id, word) ||
	       (strlen(word) >= 3 && !strncmp(container->id, word, strlen(word))) ||
	       is_in_pod(container, word);
}
