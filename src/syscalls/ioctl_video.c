/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of video devices: linux/videodev2.h, linux/v4l2-controls.h. */
#include "syscalls/table.h"

/* clang-format off */

const struct type t_fourcc = { .name = "fourcc", .kind = KIND_FOURCC, .storage = STORE_U32, .list = &list_v4l2_formats };
static const struct type t_sdr_fourcc = { .name = "sdr_fourcc", .kind = KIND_FOURCC, .storage = STORE_U32, .list = &list_v4l2_sdr_formats };
static const struct type t_meta_fourcc = { .name = "meta_fourcc", .kind = KIND_FOURCC, .storage = STORE_U32, .list = &list_v4l2_meta_formats };

STRUCT_TYPE_AS(v4l2_fract, VIEW(.ratio = true), IN(numerator, uint), IN(denominator, uint));
STRUCT_TYPE(v4l2_rect, IN(left, int), IN(top, int), IN(width, uint), IN(height, uint));
STRUCT_TYPE_AS(v4l2_capability, VIEW(NONZERO(device_caps)),
	IN(driver, text, LEN_IS(16)), IN(card, text, LEN_IS(32)), IN(bus_info, text, LEN_IS(32)), IN(version, kernel_version),
	IN(capabilities, v4l2_caps), IN(device_caps, v4l2_caps), PAD(12));
STRUCT_TYPE_AS(v4l2_fmtdesc, VIEW(.merge = true),
	IN(index, uint), IN(type, v4l2_buf_types), OUT(flags, v4l2_fmt_flags), OUT(description, text, LEN_IS(32)),
	OUT(pixelformat, fourcc), PAD(4), PAD(12));

/* Formats. */
STRUCT_TYPE(v4l2_pix_format,
	IN(width, uint), IN(height, uint), IN(pixelformat, fourcc), IN(field, v4l2_fields), IN(bytesperline, uint),
	IN(sizeimage, uint), IN(colorspace, v4l2_colorspaces), PAD(20));
STRUCT_TYPE(v4l2_plane_pix_format, IN(sizeimage, uint), IN(bytesperline, uint), PAD(12));
STRUCT_TYPE(v4l2_pix_format_mplane,
	IN(width, uint), IN(height, uint), IN(pixelformat, fourcc), IN(field, v4l2_fields), IN(colorspace, v4l2_colorspaces),
	IN(plane_fmt, v4l2_plane_pix_format, COUNT_MAX(num_planes, 8)), PAD(160), IN(num_planes, u8), PAD(11));
STRUCT_TYPE_AS(v4l2_clip, VIEW(HIDE(next)), IN(c, v4l2_rect), IN(next, address));
STRUCT_TYPE_AS(v4l2_window, VIEW(NONZERO(global_alpha)),
	IN(w, v4l2_rect), IN(field, v4l2_fields), IN(chromakey, hex32), IN(clips, v4l2_clip, PTR, COUNT(clipcount)),
	IN(clipcount, uint), IN(bitmap, address), IN(global_alpha, hex8));
STRUCT_TYPE(v4l2_vbi_format,
	IN(sampling_rate, uint), IN(offset, uint), IN(samples_per_line, uint), IN(sample_format, fourcc), IN(start, int, COUNT_IS(2)),
	IN(count, uint, COUNT_IS(2)), IN(flags, v4l2_vbi_flags), PAD(8));
static const struct type t_v4l2_lines = { .name = "v4l2_lines", .kind = KIND_STRUCT, VIEW(.elements = true, .bare = true), MEMBERS(
	IN(first, hex16, COUNT_IS(24)), IN(second, hex16, COUNT_IS(24))) };
STRUCT_TYPE(v4l2_sliced_vbi_format, IN(service_set, v4l2_sliced), IN(service_lines, v4l2_lines), IN(io_size, uint), PAD(8));
STRUCT_TYPE_AS(v4l2_sdr_format, VIEW(NONZERO(buffersize)), IN(pixelformat, sdr_fourcc), IN(buffersize, uint), PAD(24));
STRUCT_TYPE_AS(v4l2_meta_format, ALIGN(1), IN(dataformat, meta_fourcc), IN(buffersize, uint), PAD(12));
#define FORMAT(n, member) FIELD_NAMED("fmt." #n, v4l2_##member, IN)
CHOICE(formats, type,
	WITH(V4L2_BUF_TYPE_VIDEO_CAPTURE|V4L2_BUF_TYPE_VIDEO_OUTPUT, FORMAT(pix, pix_format)),
	WITH(V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE|V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE, FORMAT(pix_mp, pix_format_mplane)),
	WITH(V4L2_BUF_TYPE_VIDEO_OVERLAY|V4L2_BUF_TYPE_VIDEO_OUTPUT_OVERLAY, FORMAT(win, window)),
	WITH(V4L2_BUF_TYPE_VBI_CAPTURE|V4L2_BUF_TYPE_VBI_OUTPUT, FORMAT(vbi, vbi_format)),
	WITH(V4L2_BUF_TYPE_SLICED_VBI_CAPTURE|V4L2_BUF_TYPE_SLICED_VBI_OUTPUT, FORMAT(sliced, sliced_vbi_format)),
	WITH(V4L2_BUF_TYPE_SDR_CAPTURE|V4L2_BUF_TYPE_SDR_OUTPUT, FORMAT(sdr, sdr_format)),
	WITH(V4L2_BUF_TYPE_META_CAPTURE|V4L2_BUF_TYPE_META_OUTPUT, FORMAT(meta, meta_format)),
	OTHERWISE(PAD(200)));
STRUCT_TYPE(v4l2_format, IN(type, v4l2_buf_types), CHOOSE(formats));
/*
 * Text shows the members that the kernel fills within the braces of the entry; members that it
 * changes at both sides.
 */
VIEW_TYPE(v4l2_filled, .merge = true);
VIEW_TYPE(v4l2_adjusted, .again = true);
const struct type t_v4l2_created = { .name = "v4l2_create_buffers", .kind = KIND_STRUCT, MEMBERS(IN(index, uint), IN(count, uint)) };
STRUCT_TYPE_AS(v4l2_create_buffers, VIEW(NONZERO(flags)),
	PAD(4), IN(count, uint), IN(memory, v4l2_memory), IN(format, v4l2_format), PAD(4), IN(flags, v4l2_memory_flags), PAD(4),
	PAD(20));

/* Buffers. */
STRUCT_TYPE_AS(v4l2_requestbuffers, VIEW(.merge = true, ORDER(type, memory, count), APART(count)),
	INOUT(count, uint), IN(type, v4l2_buf_types), IN(memory, v4l2_memory), PAD(4), PAD(1), PAD(3));
STRUCT_TYPE(v4l2_timecode,
	IN(type, uint), IN(flags, hex32), IN(frames, u8), IN(seconds, u8), IN(minutes, u8), IN(hours, u8), IN(userbits, hex8, COUNT_IS(4)));
/* Times have 64 bits in requests of today, and 32 in VIDIOC_DQBUF_TIME32 and others. */
static const struct type t_v4l2_timeval32 = { .name = "old_timeval32", .kind = KIND_STRUCT, MEMBERS(IN(tv_sec, int), IN(tv_usec, uint)) };
#define V4L2_BUFFER(type_name, time) const struct type t_##type_name = { .name = "v4l2_buffer", .kind = KIND_STRUCT, \
	VIEW(.merge = true, .more = true, ORDER(type, index, memory, m.offset, m.userptr, length, bytesused, flags)), MEMBERS( \
	IN(index, uint), IN(type, v4l2_buf_types), OUT(bytesused, uint), OUT(flags, v4l2_buf_flags), \
	PAD(4), OUT(timestamp, time), IN(timecode, v4l2_timecode), PAD(4), OUT(memory, v4l2_memory), \
	FIELD_NAMED("m.offset", hex32, OUT, WHEN(memory, IS, V4L2_MEMORY_MMAP)), \
	FIELD_NAMED("m.userptr", hexlong, OUT, UNION_WITH_PREVIOUS, WHEN(memory, IS, V4L2_MEMORY_USERPTR)), \
	OUT(length, uint), PAD(4), PAD(4)) }
V4L2_BUFFER(v4l2_buffer, timeval64);
V4L2_BUFFER(v4l2_buffer_time32, v4l2_timeval32);
VIEW_TYPE(v4l2_buffer_taken, .merge = true, .more = true,
	ORDER(type, index, memory, m.offset, m.userptr, length, bytesused, flags, timestamp));

/* Parameters, inputs, tuners, cropping. */
STRUCT_TYPE(v4l2_captureparm,
	IN(capability, v4l2_parm_caps), IN(capturemode, v4l2_modes), IN(timeperframe, v4l2_fract), IN(extendedmode, hex32),
	IN(readbuffers, uint), PAD(16));
STRUCT_TYPE(v4l2_outputparm,
	IN(capability, v4l2_parm_caps), IN(outputmode, v4l2_modes), IN(timeperframe, v4l2_fract), IN(extendedmode, hex32),
	IN(writebuffers, uint), PAD(16));
CHOICE(parameters, type,
	WITH(V4L2_BUF_TYPE_VIDEO_CAPTURE, FIELD_NAMED("parm.capture", v4l2_captureparm, IN)),
	WITH(V4L2_BUF_TYPE_VIDEO_OUTPUT, FIELD_NAMED("parm.output", v4l2_outputparm, IN)),
	OTHERWISE(PAD(200)));
STRUCT_TYPE(v4l2_streamparm, IN(type, v4l2_buf_types), CHOOSE(parameters));
STRUCT_TYPE_AS(v4l2_input, VIEW(.merge = true),
	IN(index, uint), OUT(name, text, LEN_IS(32)), OUT(type, v4l2_inputs), OUT(audioset, hex32), OUT(tuner, uint), OUT(std, v4l2_std),
	OUT(status, v4l2_input_status), OUT(capabilities, v4l2_input_caps), PAD(12));
STRUCT_TYPE_AS(v4l2_querymenu, ALIGN(1),
	IN(id, v4l2_controls), IN(index, uint), OUT(name, text, LEN_IS(32)), OUT(value, s64, UNION_WITH_PREVIOUS), PAD(4));
STRUCT_TYPE(v4l2_exportbuffer,
	IN(type, v4l2_buf_types), IN(index, uint), IN(plane, uint), IN(flags, open_flags), OUT(fd, fd), PAD(44));
STRUCT_TYPE_AS(v4l2_standard, VIEW(.merge = true, HIDE(id)),
	IN(index, uint), IN(id, u64), OUT(name, text, LEN_IS(24)), OUT(frameperiod, v4l2_fract), OUT(framelines, uint), PAD(16));
STRUCT_TYPE(v4l2_tuner,
	IN(index, uint), IN(name, text, LEN_IS(32)), IN(type, v4l2_tuners), IN(capability, v4l2_tuner_caps), IN(rangelow, uint),
	IN(rangehigh, uint), IN(rxsubchans, v4l2_tuner_sub), IN(audmode, v4l2_tuner_modes), IN(signal, int), IN(afc, int), PAD(16));
STRUCT_TYPE_AS(v4l2_cropcap, VIEW(.merge = true),
	IN(type, v4l2_buf_types), OUT(bounds, v4l2_rect), OUT(defrect, v4l2_rect), OUT(pixelaspect, v4l2_fract));
STRUCT_TYPE_AS(v4l2_crop, VIEW(.merge = true), IN(type, v4l2_buf_types), IN(c, v4l2_rect));
STRUCT_TYPE(v4l2_framebuffer, IN(capability, hex32), IN(flags, hex32), IN(base, address), PAD(32));

/* Sizes and intervals of frames. */
STRUCT_TYPE(v4l2_frmsize_discrete, IN(width, uint), IN(height, uint));
STRUCT_TYPE(v4l2_frmsize_stepwise,
	IN(min_width, uint), IN(max_width, uint), IN(step_width, uint), IN(min_height, uint), IN(max_height, uint), IN(step_height, uint));
CHOICE(frame_size, type,
	WITH(V4L2_FRMSIZE_TYPE_DISCRETE, OUT(discrete, v4l2_frmsize_discrete)),
	WITH(V4L2_FRMSIZE_TYPE_STEPWISE, OUT(stepwise, v4l2_frmsize_stepwise)),
	OTHERWISE());
STRUCT_TYPE_AS(v4l2_frmsizeenum, VIEW(.merge = true),
	IN(index, uint), IN(pixel_format, fourcc), OUT(type, v4l2_frame_sizes), CHOOSE(frame_size), PAD(8));
STRUCT_TYPE(v4l2_frmival_stepwise, IN(min, v4l2_fract), IN(max, v4l2_fract), IN(step, v4l2_fract));
CHOICE(frame_interval, type,
	WITH(V4L2_FRMIVAL_TYPE_DISCRETE, OUT(discrete, v4l2_fract)),
	WITH(V4L2_FRMIVAL_TYPE_CONTINUOUS|V4L2_FRMIVAL_TYPE_STEPWISE, OUT(stepwise, v4l2_frmival_stepwise)),
	OTHERWISE());
STRUCT_TYPE_AS(v4l2_frmivalenum, VIEW(.merge = true),
	IN(index, uint), IN(pixel_format, fourcc), IN(width, uint), IN(height, uint), OUT(type, v4l2_frame_intervals),
	CHOOSE(frame_interval), PAD(8));

/* Controls. */
STRUCT_TYPE_AS(v4l2_control, VIEW(.merge = true, APART(value)), IN(id, v4l2_controls), IN(value, int));
STRUCT_TYPE_AS(v4l2_queryctrl, VIEW(.merge = true, APART(id), VERBOSE(minimum, maximum, step, default_value, flags), NONZERO(reserved),
		QUIET(reserved)),
	INOUT(id, v4l2_next_controls), OUT(type, v4l2_control_types), OUT(name, text, LEN_IS(32)), OUT(minimum, int), OUT(maximum, int),
	OUT(step, int), OUT(default_value, int), OUT(flags, v4l2_control_flags), OUT(reserved, hex32, COUNT_IS(2)));
STRUCT_TYPE_AS(v4l2_query_ext_ctrl, VIEW(.merge = true, APART(id), VERBOSE(minimum, maximum, step, default_value, flags, elem_size, elems, nr_of_dims,
		dims), NONZERO(reserved), QUIET(reserved)),
	INOUT(id, v4l2_next_controls), OUT(type, v4l2_control_types), OUT(name, text, LEN_IS(32)), OUT(minimum, s64), OUT(maximum, s64),
	OUT(step, u64), OUT(default_value, s64), OUT(flags, v4l2_control_flags), OUT(elem_size, uint), OUT(elems, uint),
	OUT(nr_of_dims, uint), OUT(dims, uint, COUNT_MAX(nr_of_dims, 4)), PAD(16), OUT(reserved, hex32, COUNT_IS(32)));
CHOICE(control_value, size,
	WITH(0, IN(value, int), IN(value64, s64, UNION_WITH_PREVIOUS)),
	OTHERWISE(IN(string, bytes, PTR, LEN(size)), PAD(0)));
STRUCT_TYPE_AS(v4l2_ext_control, ALIGN(1),
	IN(id, v4l2_controls), IN(size, uint), PAD(4), CHOOSE(control_value));
STRUCT_TYPE_AS(v4l2_ext_controls, VIEW(ORDER(ctrl_class, count, controls, error_idx)),
	IN(ctrl_class, v4l2_control_classes), IN(count, uint), OUT(error_idx, uint, WHEN_TEST(HOOK_FAILED)), PAD(4), PAD(4),
	IN(controls, v4l2_ext_control, PTR, COUNT(count), WHEN(count, IS_NOT, 0)));
VIEW_TYPE(v4l2_ext_controls_filled, .merge = true, ORDER(ctrl_class, count, controls, error_idx));
