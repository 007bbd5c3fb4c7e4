/* SPDX-License-Identifier: MIT */
/* Looks up names: arguments, members, RET, *p. */
#include <limits.h>
#include <string.h>

#include "decode/lookup/condition.h"
#include "decode/lookup/extent.h"
#include "decode/lookup/hooks.h"
#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"
#include "decode/lookup/scope.h"

#define NAME_MAX_LEN 64 /* of a sibling */

const struct macro_argument *macro_find(const struct type *type, const char *name)
{
	for (uint8_t i = 0; type->kind == KIND_MACRO && i < type->macro.n; i++)
		if (name_is(type->macro.arguments[i].name, name))
			return &type->macro.arguments[i];
	return NULL;
}

static bool find_result(const struct scope *scope, struct binding *binding)
{
	const struct type *type = scope->arguments->result;
	const struct call *call = scope->decode->call;

	if (!call->returned)
		return false;
	*binding = (struct binding){ .type = type, .value = (uint64_t)call->result };
	if (type && type_is_scalar(type))
		binding->value = scalar_cut(type->storage, call->abi, binding->value);
	return true;
}

static bool find_argument(const struct scope *scope, const char *name, struct binding *binding)
{
	const struct arguments *arguments = scope->arguments;

	for (unsigned i = 0; i < arguments->n; i++) {
		const struct argument *argument = &arguments->items[i];

		if (!field_name(argument->field) || !name_is(field_name(argument->field), name))
			continue;
		*binding = (struct binding){ argument->field, field_type(argument->field),
					     argument->value };
		/* Lists and conditions have the numbers of asm-generic/ioctl.h. */
		if (binding->type && binding->type->kind == KIND_IOCTL)
			binding->value =
				abi_ioctl_request(scope->decode->call->abi, binding->value);
		return true;
	}
	return false;
}

static bool load_member(const struct scope *scope, const struct layout_slot *slot,
			struct binding *binding)
{
	const struct field *field = slot->field;
	uint64_t address = scope->address + slot->offset;
	struct scope here;

	/*
	 * A count or a length beside a pointer is a member: after the bytes that the caller gave it
	 * is 0.
	 */
	if (scope->away) {
		here = *scope;
		here.away = false;
		scope = &here;
	}
	*binding = (struct binding){ field, field_type(field), address };
	if (field_more(field)->pointer || field_more(field)->pointer64)
		return memory_pointer(scope, address, slot->size, &binding->value);
	if (!type_is_scalar(field_type(field)) || field_more(field)->count.given)
		return true;
	if (field_more(field)->bits)
		return memory_bits(scope, slot, &binding->value);
	return memory_scalar(scope, address, field_type(field)->storage, &binding->value);
}

/*
 * If several members of a union have the name, the name refers to the member with a true condition.
 * Returns true if that is not member i.
 */
static bool is_another(const struct scope *scope, uint16_t i, const char *name)
{
	const struct layout_slot *slot = &scope->members->slots[i];
	const struct field *next = i + 1 < scope->members->n ? slot[1].field : NULL;
	const struct condition *when = field_more(slot->field)->when;

	return next && field_more(next)->union_with_previous && field_name(next) &&
	       name_is(field_name(next), name) && when && when->name &&
	       !name_is(when->name, name) && !condition_holds(scope, when);
}

static bool find_member(const struct scope *scope, const char *name, struct binding *binding,
			bool *there)
{
	struct layout_slot moved;

	for (uint16_t i = 0; i < scope->members->n; i++) {
		const struct layout_slot *slot = &scope->members->slots[i];

		*there = field_name(slot->field) && name_is(field_name(slot->field), name) &&
			 !is_another(scope, i, name);
		if (!*there)
			continue;
		if (field_more(slot->field)->lookup && field_offset_after(slot->field)) {
			if (!struct_move(scope, slot, &moved))
				return false;
			slot = &moved;
		}
		return load_member(scope, slot, binding);
	}
	return false;
}

/* The size that the caller gave the innermost struct, or else the size of its type. */
static bool find_size(const struct scope *scope, struct binding *binding)
{
	while (scope && !scope->type)
		scope = scope->outer;
	if (!scope)
		return false;
	*binding =
		(struct binding){ .value = scope->given == UNGIVEN ? scope->size : scope->given };
	return true;
}

struct scope scope_of_element(const struct scope *scope, const struct type *type, uint64_t address)
{
	const struct abi *abi = scope_abi(scope);

	return (struct scope){
		.decode = scope->decode,
		.outer = scope,
		.arguments = scope->arguments,
		.members = cache_struct(scope->decode->cache, layout_of(type, abi), abi,
					&view_of_facts, NULL),
		.view = &view_of_facts,
		.address = address,
		.window = scope->window,
		.elements = scope->elements,
	};
}

static bool find_macro_argument(const struct binding *made, const char *name,
				struct binding *binding)
{
	const struct macro_argument *argument = macro_find(made->type, name);

	if (!argument)
		return false;
	*binding = (struct binding){ .type = argument->type,
				     .value = (made->value & argument->mask) >> argument->shift };
	return true;
}

const char *name_split(const char *name, char *first, size_t capacity)
{
	const char *dot = strchr(name, '.');
	size_t len = dot ? (size_t)(dot - name) : capacity;

	if (len >= capacity)
		return NULL;
	memcpy(first, name, len);
	first[len] = '\0';
	return dot + 1;
}

/*
 * A struct that begins in an unreadable page is shown as an address. Then its members are not known
 * either, even if the next page has them.
 */
static bool begins_readable(const struct scope *scope)
{
	struct window window;

	if (!memory_view(scope, scope->address, 1, &window))
		return false;
	memory_release(&window);
	return true;
}

/*
 * "cmd.type" is an argument of the macro (KIND_MACRO), or a member of the struct, that cmd is.
 * "name.LENGTH" is the length of a string.
 */
static bool find_dotted(const struct scope *scope, const char *name, struct binding *binding)
{
	char sibling[NAME_MAX_LEN];
	const char *part = name_split(name, sibling, sizeof(sibling));
	struct binding outer;
	struct scope inner;

	if (!part || !scope_find(scope, sibling, &outer) || !outer.type)
		return false;
	if (outer.type->kind == KIND_CSTRING && !strcmp(part, "LENGTH")) {
		*binding = (struct binding){ 0 };
		string_length(scope, outer.value, UINT64_MAX, &binding->value);
		return true;
	}
	if (outer.type->kind == KIND_MACRO)
		return find_macro_argument(&outer, part, binding);
	if (outer.type->kind != KIND_STRUCT || !outer.value)
		return false;
	inner = scope_of_element(scope, outer.type, outer.value);
	return begins_readable(&inner) && find_member(&inner, part, binding, &(bool){ false });
}

static bool find_pointee(const struct scope *scope, const char *name, struct binding *binding)
{
	struct scope away = *scope;
	struct binding pointer;

	away.away = true;
	if (!scope_find(scope, name, &pointer) || !pointer.value || !pointer.type)
		return false;
	*binding = (struct binding){ .type = pointer.type, .value = pointer.value };
	if (!type_is_scalar(pointer.type))
		return true;
	return memory_scalar(&away, pointer.value, pointer.type->storage, &binding->value);
}

static bool find_index(const struct scope *scope, struct binding *binding)
{
	*binding = (struct binding){ .value = scope->index };
	return true;
}

bool scope_find(const struct scope *scope, const char *name, struct binding *binding)
{
	/* Words that are not siblings: struct size_expr in scry/type.h. */
	static const struct {
		const char *name;
		bool (*find)(const struct scope *scope, struct binding *binding);
	} words[] = {
		{ "RET", find_result },
		{ "SIZE", find_size },
		{ "INDEX", find_index },
	};
	bool is_word = *name >= 'A' && *name <= 'Z', there = false;
	const struct scope *innermost = scope;

	if (name[0] == '*')
		return find_pointee(scope, name + 1, binding);
	for (size_t i = 0; is_word && i < ARRAY_SIZE(words); i++)
		if (name_is(name, words[i].name))
			return words[i].find(scope, binding);
	for (; scope->outer; scope = scope->outer) {
		bool found = find_member(scope, name, binding, &there);

		if (there)
			return found;
	}
	return find_argument(scope, name, binding) || find_dotted(innermost, name, binding);
}

/* Whether the kernel changes the member in this use of the struct, or of one around it. */
static bool is_changed(const struct scope *scope, const char *name)
{
	for (; scope; scope = scope->outer)
		if (scope->members && scope->members->use &&
		    view_has(field_changes(scope->members->use), name, 0))
			return true;
	return false;
}

bool scope_find_before(const struct scope *scope, const char *name, uint64_t *value)
{
	struct binding binding;
	struct scope past;

	if (!scope->before)
		return false;
	past = *scope;
	past.window = scope->before;
	if (!scope_find(&past, name, &binding) || !binding.field ||
	    (binding.field->dir != DIR_INOUT && !is_changed(scope, name)))
		return false;
	*value = binding.value;
	return true;
}

bool scope_lookup(const struct scope *scope, const char *name, uint64_t *value)
{
	struct binding binding;

	if (!scope_find(scope, name, &binding))
		return false;
	*value = binding.value;
	return true;
}

uint64_t scope_value(const struct scope *scope, const char *name)
{
	uint64_t value;

	return scope_lookup(scope, name, &value) ? value : 0;
}

const struct abi *scope_abi_of_call(const struct scope *scope)
{
	return scope_abi(scope);
}

int scope_netlink(const struct scope *scope, int fd)
{
	const struct fetch *fetch = scope->decode->fetch;
	struct entry_snapshot *snapshot = scope->decode->snapshot;
	int protocol;

	if (!snapshot->netlink) {
		protocol = fetch->ops->netlink ? fetch->ops->netlink(fetch->ctx, fd) : -1;
		snapshot->netlink = protocol < 0 ? -1 : protocol + 1;
	}
	return snapshot->netlink > 0 ? snapshot->netlink - 1 : -1;
}

static bool is_device_of(const struct fd_detail *detail, const struct request_family *family)
{
	return detail->kind == FD_DEVICE && detail->device.block == family->block &&
	       detail->device.major >= family->major &&
	       detail->device.major <= family->last_major &&
	       detail->device.minor >= family->minor && detail->device.minor <= family->last_minor;
}

bool scope_is_of_family(const struct scope *scope, int fd, const struct request_family *family)
{
	static const char sockets[] = "socket:[";
	const struct fetch *fetch = scope->decode->fetch;
	struct fd_detail detail;
	char path[PATH_MAX];
	ssize_t len;

	if (!fetch->ops->fd_path)
		return false;
	len = fetch->ops->fd_path(fetch->ctx, fd, path, sizeof(path));
	if (len <= 0)
		return false;
	if (family->socket)
		return (size_t)len >= sizeof(sockets) - 1 &&
		       !memcmp(path, sockets, sizeof(sockets) - 1);
	return fetch->ops->fd_detail &&
	       fetch->ops->fd_detail(fetch->ctx, fd, path, (size_t)len, FD_DEVICE, &detail) &&
	       is_device_of(&detail, family);
}

int scope_socket_family(const struct scope *scope, int fd)
{
	const struct fetch *fetch = scope->decode->fetch;
	struct fd_detail detail;
	char path[PATH_MAX];
	ssize_t len =
		fetch->ops->fd_path ? fetch->ops->fd_path(fetch->ctx, fd, path, sizeof(path)) : -1;

	if (len <= 0 || !fetch->ops->fd_detail ||
	    !fetch->ops->fd_detail(fetch->ctx, fd, path, (size_t)len, FD_SOCKET, &detail) ||
	    detail.kind != FD_SOCKET)
		return 0;
	return detail.socket.family;
}

bool scope_shows_all(const struct scope *scope)
{
	return scope_is_whole(scope);
}

/* Asks for the name. It is empty if there is none. */
static void ask_for_name(const struct scope *scope, int fd, char *name, size_t len)
{
	static const char kind[] = "anon_inode:";
	const struct fetch *fetch = scope->decode->fetch;
	char path[PATH_MAX];
	ssize_t n =
		fetch->ops->fd_path ? fetch->ops->fd_path(fetch->ctx, fd, path, sizeof(path)) : -1;
	size_t skip = sizeof(kind) - 1;

	name[0] = '\0';
	if (n <= (ssize_t)skip || memcmp(path, kind, skip) != 0 || (size_t)n - skip >= len)
		return;
	memcpy(name, path + skip, (size_t)n - skip);
	name[(size_t)n - skip] = '\0';
}

bool scope_anonymous_name(const struct scope *scope, int fd, char *name, size_t len)
{
	struct entry_snapshot *snapshot = scope->decode->snapshot;

	if (!snapshot->anonymous_asked || snapshot->anonymous_fd != fd)
		ask_for_name(scope, fd, snapshot->anonymous, sizeof(snapshot->anonymous));
	snapshot->anonymous_asked = true;
	snapshot->anonymous_fd = fd;
	if (!snapshot->anonymous[0] || strlen(snapshot->anonymous) >= len)
		return false;
	strcpy(name, snapshot->anonymous);
	return true;
}

bool scope_number(const struct scope *scope, uint64_t address, enum storage storage,
		  uint64_t *value)
{
	return memory_scalar(scope, address, storage, value);
}

uint64_t scope_kvm_run(const struct scope *scope, int fd, bool whole)
{
	const struct fetch *fetch = scope->decode->fetch;
	unsigned asked = scope->decode->config->kvm;

	if (!asked || whole != !!(asked & KVM_VCPU_MORE) || !fetch->ops->vcpu)
		return 0;
	return fetch->ops->vcpu(fetch->ctx, fd);
}
