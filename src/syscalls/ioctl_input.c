/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of input devices: linux/input.h. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(input_id, IN(bustype, u16), IN(vendor, u16), IN(product, u16), IN(version, u16));
/*
 * Before Linux 2.6.31 the struct had no resolution. The request says how many bytes the kernel
 * copies.
 */
STRUCT_TYPE_AS(input_absinfo, PARTS(MIN_SIZE(20), CUT(BYTES), VIEW(VERBOSE(maximum, fuzz, flat, resolution))),
	IN(value, uint), IN(minimum, uint), IN(maximum, uint), IN(fuzz, uint), IN(flat, uint),
	IN(resolution, uint));
const struct type t_input_key_pair = { .name = "input_key_pair", .kind = KIND_STRUCT, VIEW(.elements = true, .bare = true), MEMBERS(
	IN(scancode, uint), IN(keycode, input_keys)) };
STRUCT_TYPE_AS(input_keymap_entry, VIEW(VERBOSE(index, keycode, scancode)),
	IN(flags, u8), IN(len, u8), IN(index, u16), IN(keycode, input_keys), IN(scancode, hex8, COUNT_IS(32)));
const struct type t_input_mt_request = { .name = "input_mt_request", .kind = KIND_STRUCT, MIN_SIZE(4), MEMBERS(
	IN(code, absolute_axes), IN(values, int, COUNT_REST, MAY_BE_EMPTY)) };

/* Bits with names, up to the maximum of their type. */
#define NAMES(type_name, names, n) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_BITSET, .bitset = { .straight = true, .max = (n) }, .list = &list_##names };
NAMES(key_set, input_keys, 0x300)
NAMES(rel_set, input_rel, 0x10)
NAMES(abs_set, absolute_axes, 0x40)
NAMES(msc_set, input_msc, 0x8)
NAMES(sw_set, input_sw, 0x12)
NAMES(led_set, input_leds, 0x10)
NAMES(sound_set, input_sounds, 0x8)
NAMES(rep_set, input_rep, 0x2)
NAMES(ff_set, input_ff, 0x80)
NAMES(ff_status_set, input_ff_status, 0x2)
NAMES(prop_set, input_props, 0x20)
NAMES(type_set, input_types, 0x20)

/* Effects. */
STRUCT_TYPE(ff_trigger, IN(button, u16), IN(interval, u16));
STRUCT_TYPE(ff_replay, IN(length, u16), IN(delay, u16));
STRUCT_TYPE(ff_envelope, IN(attack_length, u16), IN(attack_level, u16), IN(fade_length, u16), IN(fade_level, hex16));
STRUCT_TYPE(ff_constant_effect, IN(level, s16), IN(envelope, ff_envelope));
STRUCT_TYPE(ff_ramp_effect, IN(start_level, s16), IN(end_level, s16), IN(envelope, ff_envelope));
STRUCT_TYPE(ff_rumble_effect, IN(strong_magnitude, u16), IN(weak_magnitude, u16));
STRUCT_TYPE(ff_periodic_effect,
	IN(waveform, u16), IN(period, u16), IN(magnitude, s16), IN(offset, s16), IN(phase, u16), IN(envelope, ff_envelope),
	IN(custom_len, uint), IN(custom_data, address));
CHOICE(ff_effects, type,
	WITH(FF_CONSTANT, IN(constant, ff_constant_effect)),
	WITH(FF_RAMP, IN(ramp, ff_ramp_effect)),
	WITH(FF_PERIODIC, IN(periodic, ff_periodic_effect)),
	WITH(FF_RUMBLE, IN(rumble, ff_rumble_effect)),
	OTHERWISE(IN(longest, ff_periodic_effect, LOOKUP)));
STRUCT_TYPE_AS(ff_effect, VIEW(VERBOSE(trigger, replay), QUIET(constant, ramp, periodic, rumble)),
	IN(type, input_ff), IN(id, s16), IN(direction, u16), IN(trigger, ff_trigger), IN(replay, ff_replay),
	CHOOSE(ff_effects));
