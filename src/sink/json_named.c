/* SPDX-License-Identifier: MIT */
/* Numbers in JSON with names that do not come from one list of the table. */
#include "sink/json_named.h"

#include "scry/syscalls.h"
#include "sink/json_number.h"
#include "sink/number_names.h"
#include "sink/text.h"
#include "sink/text_device.h"

static void put_json_alternative(void *ctx, const char *name)
{
	json_put_flag(ctx, name, 0);
}

/* Several requests can share a number. "ioctl" holds all their names. */
void json_put_ioctl(struct buf *out, const struct value *value)
{
	uint32_t request = abi_ioctl_request(value_abi(value), value->u);
	struct buf macro = { 0 };

	json_begin_object(out);
	json_begin_member(out, "ioctl");
	json_begin_array(out);
	put_ioctl_macro(&macro, value_abi(value), request);
	if (macro.len)
		json_put_flag(out, buf_cstr(&macro), 0);
	buf_free(&macro);
	list_names(value->list, value_abi(value), request, put_json_alternative, out);
	json_end_array(out);
	json_end_numbered(out, value);
}

void json_put_signal(struct buf *out, const struct abi *abi, uint64_t signal)
{
	size_t start = out->len;

	buf_putc(out, '"');
	if (put_signal_name(out, abi, signal)) {
		buf_putc(out, '"');
	} else {
		out->len = start;
		json_put_null(out);
	}
}

void json_put_syscall(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_add_text(out, "syscall",
		      value->abi ? syscall_name(abi_syscall(value->abi, value_bits(value))) : NULL);
	json_end_numbered(out, value);
}

void json_put_interface(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_add_unsigned(out, "interface", (unsigned)value->u);
	if (value->bytes)
		json_add_bytes(out, "name", value->bytes, value->len);
	json_end_object(out);
}

void json_put_namespace(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_add_bytes(out, "namespace", value->bytes, value->len);
	json_add_unsigned(out, "inode", value->u);
	json_end_object(out);
}

/* Three numbers that are no JSON number: "6.12.1". */
void json_put_kernel_version(struct buf *out, const struct value *value)
{
	unsigned version = (unsigned)value->u;

	json_begin_object(out);
	json_begin_member(out, "kernel_version");
	buf_putc(out, '"');
	buf_put_udec(out, version >> 16);
	buf_putc(out, '.');
	buf_put_udec(out, version >> 8 & 0xff);
	buf_putc(out, '.');
	buf_put_udec(out, version & 0xff);
	buf_putc(out, '"');
	json_end_numbered(out, value);
}

/* Bytes in hexadecimal with colons between them: "02:42:ac:11:00:02". */
static void put_colons(struct buf *out, const struct value *value)
{
	const unsigned char *bytes = value->bytes;

	buf_putc(out, '"');
	for (size_t i = 0; i < value->len; i++) {
		if (i)
			buf_putc(out, ':');
		buf_putc(out, "0123456789abcdef"[bytes[i] >> 4]);
		buf_putc(out, "0123456789abcdef"[bytes[i] & 15]);
	}
	buf_putc(out, '"');
}

void json_put_hardware(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_begin_member(out, "hardware_address");
	put_colons(out, value);
	json_end_object(out);
}

void json_put_uuid(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_begin_member(out, "uuid");
	buf_putc(out, '"');
	text_put_uuid(out, value);
	buf_putc(out, '"');
	json_end_object(out);
}

/* An address with other bits than a call sign has is only bytes. */
void json_put_callsign(struct buf *out, const struct value *value)
{
	struct callsign callsign = callsign_of(value);

	json_begin_object(out);
	json_add_text(out, "callsign", callsign.is_regular ? callsign.text : NULL);
	json_begin_member(out, "address");
	put_colons(out, value);
	json_end_object(out);
}

/* "fourcc" holds the four letters, "name" the name of the pixel format. */
void json_put_fourcc(struct buf *out, const struct value *value)
{
	char letters[4];

	for (unsigned i = 0; i < 4; i++)
		letters[i] = (char)(value->u >> 8 * i);
	json_begin_object(out);
	json_add_bytes(out, "fourcc", letters, sizeof(letters));
	json_add_text(out, "name", list_name(value->list, value_abi(value), value_bits(value)));
	json_end_numbered(out, value);
}

/* "type" is the type of the key, if the key has no name of its own. */
void json_put_keysym(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_add_text(out, "key", list_name(value->list, value_abi(value), value_bits(value)));
	if (value->bytes)
		json_add_bytes(out, "type", value->bytes, value->len);
	json_end_numbered(out, value);
}
