/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of consoles and keyboards: linux/kd.h, linux/keyboard.h. */
#include "syscalls/table.h"

/* clang-format off */

const struct type t_tone = { .name = "tone", .kind = KIND_TONE, .storage = STORE_ULONG };
const struct type t_timed_tone = { .name = "timed_tone", .kind = KIND_TONE, .storage = STORE_ULONG, .tone = { .timed = true } };
const struct type t_keysym = { .name = "keysym", .kind = KIND_KEYSYM, .storage = STORE_U16, .list = &list_key_symbols, .keysym = { .types = &list_key_types } };

#define KEY_TABLE \
	IN(kb_table, key_tables, WHEN(kb_table, IS, 0|1|2|3)), IN(kb_table, key_modifiers, UNION_WITH_PREVIOUS, WHEN(kb_table, ABOVE, 3))
STRUCT_TYPE_AS(kbentry, PARTS(READABLE_SIZE(2), VIEW(.merge = true)), KEY_TABLE, IN(kb_index, u8), IN(kb_value, keysym));
STRUCT_TYPE_AS(kbsentry, PARTS(READABLE_SIZE(1), VIEW(.merge = true)), IN(kb_func, key_functions), IN(kb_string, string, LEN_IS(512)));
STRUCT_TYPE(kbdiacr, IN(diacr, character), IN(base, character), IN(result, character));
STRUCT_TYPE_AS(kbdiacrs, PARTS(READABLE_SIZE(4), VIEW(DOTS(kbdiacr))), IN(kb_cnt, uint), IN(kbdiacr, kbdiacr, COUNT_MAX(kb_cnt, 256)), PAD(768));
STRUCT_TYPE(kbdiacruc, IN(diacr, hex32), IN(base, hex32), IN(result, hex32));
STRUCT_TYPE_AS(kbdiacrsuc, PARTS(READABLE_SIZE(4), VIEW(DOTS(kbdiacruc))), IN(kb_cnt, uint), IN(kbdiacruc, kbdiacruc, COUNT_MAX(kb_cnt, 256)), PAD(3072));
STRUCT_TYPE_AS(kbkeycode, VIEW(.merge = true, APART(keycode)), IN(scancode, hex32), IN(keycode, hex32));
STRUCT_TYPE(kbd_repeat, IN(delay, int), OUT(delay, int, UNION_WITH_PREVIOUS), IN(period, int), OUT(period, int, UNION_WITH_PREVIOUS));

/* A glyph has 32 lines, even if fewer are used. */
#define GLYPHS(n) LEN_UNITS(n, 32)
STRUCT_TYPE(consolefontdesc, IN(charcount, u16), IN(charheight, u16), IN(chardata, hex_bytes, PTR, GLYPHS(charcount)));
VIEW_TYPE(consolefont_filled, .again = true);
#define FONT_SIZE OUT(width, uint, UNION_WITH_PREVIOUS), IN(height, uint), OUT(height, uint, UNION_WITH_PREVIOUS), IN(charcount, uint), OUT(charcount, uint, UNION_WITH_PREVIOUS)
CHOICE_IN_PLACE(font_operation, op,
	WITH(KD_FONT_OP_SET, IN(flags, font_flags), IN(width, uint), IN(height, uint), IN(charcount, uint),
		IN(data, hex_bytes, PTR, LEN_BY(HOOK_FONT_BYTES))),
	WITH(KD_FONT_OP_GET, IN(flags, font_flags), IN(width, uint), FONT_SIZE, IN(data, address),
		OUT(data, hex_bytes, PTR, LEN_BY(HOOK_FONT_BYTES), UNION_WITH_PREVIOUS)),
	WITH(KD_FONT_OP_SET_DEFAULT, PAD(4), IN(width, uint), OUT(width, uint, UNION_WITH_PREVIOUS), IN(height, uint), OUT(height, uint, UNION_WITH_PREVIOUS),
		PAD(4), IN(data, string, PTR, LEN_IS(31))),
	WITH_VIEW(KD_FONT_OP_COPY, VIEW(HIDE(data)), PAD(8), IN(height, uint), PAD(4), IN(data, address)),
	OTHERWISE(IN(flags, font_flags), IN(width, uint), FONT_SIZE, IN(data, address), OUT(data, address, UNION_WITH_PREVIOUS)));
STRUCT_TYPE(console_font_op, IN(op, font_ops), CHOOSE(font_operation));
STRUCT_TYPE(unipair, IN(unicode, hex16), IN(fontpos, hex16));
STRUCT_TYPE(unimapdesc, IN(entry_ct, u16, ON_ERROR), IN(entries, unipair, PTR, COUNT(entry_ct)));
VIEW_TYPE(unimap_filled, .merge = true, APART(entry_ct, entries));
STRUCT_TYPE(unimapinit, IN(advised_hashsize, u16), IN(advised_hashstep, u16), IN(advised_hashlevel, u16));
