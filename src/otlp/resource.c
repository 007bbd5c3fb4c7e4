/* SPDX-License-Identifier: MIT */
#include "otlp/resource.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "config.h"
#include "scry/util.h"

/* --- the machine ----------------------------------------------------------------------------- */

/* Values of host.arch, by what uname(2) says. Other names are sent as they are. */
static const struct {
	const char *machine, *name;
} arches[] = {
	{ "x86_64", "amd64" }, { "i686", "x86" },      { "aarch64", "arm64" },
	{ "armv7l", "arm32" }, { "ppc64le", "ppc64" },
};

static const char *arch_name(const char *machine)
{
	for (size_t i = 0; i < ARRAY_SIZE(arches); i++)
		if (!strcmp(arches[i].machine, machine))
			return arches[i].name;
	return NULL;
}

/* Returns the identifier of machine-id(5); NULL: there is none. */
static char *read_machine_id(void)
{
	char text[33] = "";
	int fd = open("/etc/machine-id", O_RDONLY | O_CLOEXEC);
	ssize_t len = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		close(fd);
	return len == sizeof(text) - 1 && strspn(text, "0123456789abcdef") == sizeof(text) - 1
		       ? xstrdup(text)
		       : NULL;
}

static void describe_this(struct machine *machine)
{
	struct utsname names;

	machine->id = read_machine_id();
	if (uname(&names))
		return;
	machine->host = xstrdup(names.nodename);
	machine->arch = arch_name(names.machine);
	machine->kernel = xstrdup(names.release);
}

/* "Linux RELEASE VERSION MACHINE" */
static void describe_recorded(struct machine *machine, const struct record_info *recorded)
{
	const char *host = record_info_find(recorded, "host");
	const char *kernel = record_info_find(recorded, "kernel");
	const char *last = kernel ? strrchr(kernel, ' ') : NULL;
	const char *release = kernel ? strchr(kernel, ' ') : NULL;

	machine->host = host ? xstrdup(host) : NULL;
	machine->arch = last ? arch_name(last + 1) : NULL;
	machine->kernel = release ? xstrndup(release + 1, strcspn(release + 1, " ")) : NULL;
}

void machine_describe(struct machine *machine, const struct record_info *recorded,
		      const char *command)
{
	const char *service = getenv("OTEL_SERVICE_NAME");
	size_t len = command ? strlen(command) : 0;

	*machine = (struct machine){ 0 };
	if (recorded)
		describe_recorded(machine, recorded);
	else
		describe_this(machine);
	if (service && *service)
		machine->service = xstrdup(service);
	else if (command) {
		const char *last = path_last(command, &len);

		machine->service = xstrndup(last, len);
	}
}

void machine_free(struct machine *machine)
{
	free(machine->host);
	free(machine->id);
	free(machine->service);
	free(machine->kernel);
}

/* --- lists of the environment ---------------------------------------------------------------- */

/* Replaces each "%XX" by the byte. NUL is left out. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; text++) {
		int high = *text == '%' ? hex_digit(text[1]) : -1;
		int low = high >= 0 ? hex_digit(text[2]) : -1;

		if (low < 0) {
			*to++ = *text;
			continue;
		}
		if (high << 4 | low)
			*to++ = (char)(high << 4 | low);
		text += 2;
	}
	*to = '\0';
}

static char *trim(char *text)
{
	size_t len;

	text += strspn(text, " \t");
	for (len = strlen(text); len && strchr(" \t", text[len - 1]);)
		text[--len] = '\0';
	return text;
}

void pairs_read(const char *list, pair_each *each, void *ctx)
{
	char *copy = list ? xstrdup(list) : NULL, *rest = copy, *word;

	while (rest && (word = strsep(&rest, ","))) {
		char *value = strchr(word, '=');

		if (!value)
			continue;
		*value++ = '\0';
		word = trim(word);
		value = trim(value);
		unescape(word);
		unescape(value);
		if (*word)
			each(ctx, word, value);
	}
	free(copy);
}

/* --- messages -------------------------------------------------------------------------------- */

static void add_attribute(struct attributes *attributes, const char *key, const char *text)
{
	if (text)
		attributes_add_string(attributes, key, text);
}

static void add_attribute_pair(void *ctx, const char *key, const char *value)
{
	struct attributes *attributes = ctx;
	char *copy = message_text(attributes->arena, key, strlen(key));

	for (size_t i = 0; i < attributes->n; i++)
		if (!strcmp(attributes->items[i]->key, copy))
			return;
	attributes_add_string(attributes, copy, value);
}

static void add_pod(struct attributes *attributes, const char *pod)
{
	const char *slash = pod ? strchr(pod, '/') : NULL;

	if (!slash)
		return;
	attributes_add_text(attributes, "k8s.namespace.name", pod, (size_t)(slash - pod));
	attributes_add_string(attributes, "k8s.pod.name", slash + 1);
}

/* A container has a name, or the beginning of its identifier stands for it. */
static void add_home(struct attributes *attributes, const struct home *home)
{
	bool named = home->container &&
		     !(home->id && !strncmp(home->id, home->container, strlen(home->container)));

	add_attribute(attributes, "container.id", home->id);
	if (named)
		attributes_add_string(attributes, "container.name", home->container);
	add_pod(attributes, home->pod);
	add_attribute(attributes, "systemd.unit", home->unit);
}

static const char *service_name(const struct machine *machine, const struct home *home)
{
	if (machine->service)
		return machine->service;
	if (home && home->container)
		return home->container;
	return home && home->unit ? home->unit : "scry";
}

Otlp__Resource *resource_make(struct arena *arena, const struct machine *machine,
			      const struct home *home)
{
	Otlp__Resource *resource = MESSAGE_NEW(arena, Otlp__Resource, otlp__resource);
	struct attributes attributes = { .arena = arena };

	attributes_add_string(&attributes, "service.name", service_name(machine, home));
	add_attribute(&attributes, "host.name", machine->host);
	add_attribute(&attributes, "host.id", machine->id);
	add_attribute(&attributes, "host.arch", machine->arch);
	attributes_add_string(&attributes, "os.type", "linux");
	add_attribute(&attributes, "os.version", machine->kernel);
	if (home)
		add_home(&attributes, home);
	pairs_read(getenv("OTEL_RESOURCE_ATTRIBUTES"), add_attribute_pair, &attributes);
	resource->attributes = attributes.items;
	resource->n_attributes = attributes.n;
	return resource;
}

Otlp__InstrumentationScope *scope_make(struct arena *arena)
{
	Otlp__InstrumentationScope *scope =
		MESSAGE_NEW(arena, Otlp__InstrumentationScope, otlp__instrumentation_scope);

	scope->name = (char *)"scry";
	scope->version = (char *)PACKAGE_VERSION;
	return scope;
}
