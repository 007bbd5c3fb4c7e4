/* SPDX-License-Identifier: MIT */
/* Numbers in JSON with names that do not come from one list of the table. */
#include "scry/syscalls.h"
#include "sink/json.h"
#include "sink/names.h"
#include "sink/text.h"

static void put_alternative(void *ctx, const char *name)
{
	json_put_flag(ctx, name, 0);
}

/* Several requests can share a number. "ioctl" holds all their names. */
void json_put_ioctl(struct buf *out, const struct value *value)
{
	uint32_t request = abi_ioctl_request(value_abi(value), value->u);
	struct buf macro = { 0 };

	buf_puts(out, "{\"ioctl\":[");
	put_ioctl_macro(&macro, value_abi(value), request);
	if (macro.len)
		json_put_flag(out, buf_cstr(&macro), 0);
	buf_free(&macro);
	list_names(value->list, value_abi(value), request, put_alternative, out);
	buf_putc(out, ']');
	json_put_number_member(out, value);
}

void json_put_syscall(struct buf *out, const struct value *value)
{
	buf_puts(out, "{\"syscall\":");
	json_put_text(out,
		      value->abi ? syscall_name(abi_syscall(value->abi, value_bits(value))) : NULL);
	json_put_number_member(out, value);
}

void json_put_interface(struct buf *out, const struct value *value)
{
	buf_printf(out, "{\"interface\":%u", (unsigned)value->u);
	if (value->bytes) {
		buf_putc(out, ',');
		json_put_bytes(out, "name", value->bytes, value->len);
	}
	buf_putc(out, '}');
}

void json_put_namespace(struct buf *out, const struct value *value)
{
	buf_putc(out, '{');
	json_put_bytes(out, "namespace", value->bytes, value->len);
	buf_puts(out, ",\"inode\":");
	json_put_unsigned(out, value->u);
	buf_putc(out, '}');
}

void json_put_kernel_version(struct buf *out, const struct value *value)
{
	unsigned version = (unsigned)value->u;

	buf_printf(out, "{\"kernel_version\":\"%u.%u.%u\"", version >> 16, version >> 8 & 0xff,
		   version & 0xff);
	json_put_number_member(out, value);
}

void json_put_hardware(struct buf *out, const struct value *value)
{
	const unsigned char *bytes = value->bytes;

	buf_puts(out, "{\"hardware_address\":\"");
	for (size_t i = 0; i < value->len; i++)
		buf_printf(out, i ? ":%02x" : "%02x", bytes[i]);
	buf_puts(out, "\"}");
}

void json_put_uuid(struct buf *out, const struct value *value)
{
	buf_puts(out, "{\"uuid\":\"");
	text_put_uuid(out, value);
	buf_puts(out, "\"}");
}

/* An address with other bits than a call sign has is only bytes. */
void json_put_callsign(struct buf *out, const struct value *value)
{
	struct callsign callsign = callsign_of(value);
	const unsigned char *bytes = value->bytes;

	if (callsign.is_regular)
		buf_printf(out, "{\"callsign\":\"%s\"", callsign.text);
	else
		buf_puts(out, "{\"callsign\":null");
	buf_puts(out, ",\"address\":\"");
	for (size_t i = 0; i < value->len; i++)
		buf_printf(out, i ? ":%02x" : "%02x", bytes[i]);
	buf_puts(out, "\"}");
}

/* "fourcc" holds the four letters, "name" the name of the pixel format. */
void json_put_fourcc(struct buf *out, const struct value *value)
{
	char letters[4];

	for (unsigned i = 0; i < 4; i++)
		letters[i] = (char)(value->u >> 8 * i);
	buf_putc(out, '{');
	json_put_bytes(out, "fourcc", letters, sizeof(letters));
	buf_puts(out, ",\"name\":");
	json_put_text(out, list_name(value->list, value_abi(value), value_bits(value)));
	json_put_number_member(out, value);
}

/* "type" is the type of the key, if the key has no name of its own. */
void json_put_keysym(struct buf *out, const struct value *value)
{
	const char *name = list_name(value->list, value_abi(value), value_bits(value));

	buf_puts(out, "{\"key\":");
	json_put_text(out, name);
	if (value->bytes) {
		buf_putc(out, ',');
		json_put_bytes(out, "type", value->bytes, value->len);
	}
	json_put_number_member(out, value);
}
