/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of pins, counters, remote controls and trusted execution environments. */
#include "syscalls/table.h"

/* clang-format off */

/* linux/gpio.h */
STRUCT_TYPE(gpiochip_info, IN(name, text, LEN_IS(32)), IN(label, text, LEN_IS(32)), IN(lines, uint));
STRUCT_TYPE(gpioline_info,
	IN(line_offset, uint), OUT(flags, gpioline_flags), OUT(name, text, LEN_IS(32)), OUT(consumer, text, LEN_IS(32)));
STRUCT_TYPE_AS(gpiohandle_request, VIEW(ORDER(lines, lineoffsets, flags, default_values, consumer_label, fd)), IN(lineoffsets, uint, COUNT_MAX(lines, 64)), PAD(256), IN(flags, gpiohandle_flags),
	IN(default_values, u8, COUNT_MAX(lines, 64)), PAD(64), IN(consumer_label, text, LEN_IS(32)), IN(lines, uint),
	OUT(fd, fd));
STRUCT_TYPE(gpiohandle_config, IN(flags, gpiohandle_flags), IN(default_values, u8, COUNT_IS(64)), PAD(16));
STRUCT_TYPE(gpiohandle_data, IN(values, u8, COUNT_IS(64)));
STRUCT_TYPE(gpioevent_request,
	IN(lineoffset, uint), IN(handleflags, gpiohandle_flags), IN(eventflags, gpioevent_flags),
	IN(consumer_label, text, LEN_IS(32)), OUT(fd, fd));
const struct type t_gpio_offset = { .name = "gpio_offset", .kind = KIND_STRUCT, MEMBERS(IN(offset, uint)) };
/*
 * The id decides the type of an attribute, if the padding is 0. The value of any other one is a
 * number.
 */
static const struct type t_gpio_head = { .name = "gpio_head", .kind = KIND_STRUCT, MEMBERS(IN(id, gpio_v2_attributes), IN(padding, hex32)) };
static const struct type t_gpio_raw = { .name = "gpio_raw", .kind = KIND_STRUCT, VIEW(NONZERO(padding)), MEMBERS(
	IN(id, uint), IN(padding, hex32), IN(data, hex64)) };
#define GPIO_ATTRIBUTE(...) \
	WITH(flags, PAD(8), IN(flags, gpio_v2_flags)), \
	WITH(values, PAD(8), IN(values, hex64)), \
	WITH(debounce, PAD(8), IN(debounce_period_us, uint), PAD(4)), \
	OTHERWISE(__VA_ARGS__)
CHOICE_BY(gpio_attribute, HOOK_GPIO_ATTRIBUTE, GPIO_ATTRIBUTE(IN(id, uint), IN(padding, hex32), IN(data, hex64)));
CHOICE_BY(gpio_config_attribute, HOOK_GPIO_ATTRIBUTE, GPIO_ATTRIBUTE(IN(attr, gpio_raw)));
static const struct type t_gpio_v2_line_attribute = { .name = "gpio_v2_line_attribute", .kind = KIND_STRUCT, VIEW(NONZERO(padding)), MEMBERS(
	IN(head, gpio_head, LOOKUP), CHOOSE(gpio_attribute, UNION_WITH_PREVIOUS)) };
static const struct type t_gpio_v2_line_config_attribute = { .name = "gpio_v2_line_config_attribute", .kind = KIND_STRUCT, MEMBERS(
	IN(head, gpio_head, LOOKUP), CHOOSE(gpio_config_attribute, UNION_WITH_PREVIOUS), IN(mask, hex64)) };
#define GPIO_ATTRS(type, way, bytes) \
	way(attrs, type, COUNT_MAX(num_attrs, 10), WHEN(num_attrs, IS_NOT, 0)), PAD(bytes)
STRUCT_TYPE_AS(gpio_v2_line_info, VIEW(ORDER(name, consumer, offset, flags, num_attrs, attrs, padding), NONZERO(padding)),
	OUT(name, text, LEN_IS(32)), OUT(consumer, text, LEN_IS(32)), IN(offset, uint), OUT(num_attrs, uint),
	OUT(flags, gpio_v2_flags), GPIO_ATTRS(gpio_v2_line_attribute, OUT, 160), OUT(padding, hex32, COUNT_IS(4)));
STRUCT_TYPE_AS(gpio_v2_line_config, VIEW(NONZERO(padding)),
	IN(flags, gpio_v2_flags), IN(num_attrs, uint), IN(padding, hex32, COUNT_IS(5)),
	GPIO_ATTRS(gpio_v2_line_config_attribute, IN, 240));
STRUCT_TYPE_AS(gpio_v2_line_request, VIEW(ORDER(num_lines, offsets, consumer, config, event_buffer_size, padding, fd),
		NONZERO(event_buffer_size, padding)), IN(offsets, uint, COUNT_MAX(num_lines, 64)), PAD(256), IN(consumer, text, LEN_IS(32)),
	IN(config, gpio_v2_line_config), IN(num_lines, uint), IN(event_buffer_size, uint),
	IN(padding, hex32, COUNT_IS(5)), OUT(fd, fd));
STRUCT_TYPE(gpio_v2_line_values, IN(bits, hex64), IN(mask, hex64));

/* linux/counter.h */
STRUCT_TYPE(counter_component, IN(type, counter_types), IN(scope, counter_scopes), IN(parent, u8), IN(id, u8));
STRUCT_TYPE(counter_watch, IN(component, counter_component), IN(event, counter_events), IN(channel, u8));

/* linux/tee.h */
#define TEE_MEMREF \
	TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_INPUT|TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_OUTPUT|TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_INOUT
#define TEE_UBUF \
	TEE_IOCTL_PARAM_ATTR_TYPE_UBUF_INPUT|TEE_IOCTL_PARAM_ATTR_TYPE_UBUF_OUTPUT|TEE_IOCTL_PARAM_ATTR_TYPE_UBUF_INOUT
#define TEE_OBJECT \
	TEE_IOCTL_PARAM_ATTR_TYPE_OBJREF_INPUT|TEE_IOCTL_PARAM_ATTR_TYPE_OBJREF_OUTPUT|TEE_IOCTL_PARAM_ATTR_TYPE_OBJREF_INOUT
#define TEE_VALUE \
	TEE_IOCTL_PARAM_ATTR_TYPE_VALUE_INPUT|TEE_IOCTL_PARAM_ATTR_TYPE_VALUE_OUTPUT|TEE_IOCTL_PARAM_ATTR_TYPE_VALUE_INOUT
CHOICE_IGNORING(tee_parameter, attr, ~UINT64_C(0xff),
	WITH_LIST(TEE_MEMREF, IN(shm_offs, hex64), IN(size, hex64), IN(shm_id, u64)),
	WITH_LIST(TEE_UBUF, IN(buf, hex64), IN(size, hex64), PAD(8)),
	WITH_LIST(TEE_OBJECT, IN(obj_id, hex64), IN(flags, hex64), PAD(8)),
	WITH_LIST(TEE_VALUE, IN(a, hex64), IN(b, hex64), IN(c, hex64)),
	OTHERWISE(IN(a, hex64, WHEN(attr, IS_NOT, 0)), IN(b, hex64, WHEN(attr, IS_NOT, 0)), IN(c, hex64, WHEN(attr, IS_NOT, 0))));
STRUCT_TYPE(tee_ioctl_param, IN(attr, tee_attributes), CHOOSE(tee_parameter));
STRUCT_TYPE_AS(tee_ioctl_version_data, VIEW(ORDER(impl_id, gen_caps, impl_caps)), 
	IN(impl_id, tee_implementations), IN(impl_caps, tee_optee_caps, WHEN(impl_id, IS, TEE_IMPL_ID_OPTEE)),
	IN(impl_caps, hex32, UNION_WITH_PREVIOUS, WHEN(impl_id, IS_NOT, TEE_IMPL_ID_OPTEE)), IN(gen_caps, tee_gen_caps));
STRUCT_TYPE(tee_ioctl_cancel_arg, IN(cancel_id, uint), IN(session, hex32));
STRUCT_TYPE(tee_ioctl_close_session_arg, IN(session, hex32));
STRUCT_TYPE(tee_ioctl_shm_alloc_data,
	IN(size, hex64), OUT(size, hex64, UNION_WITH_PREVIOUS), IN(flags, tee_memory), OUT(flags, tee_memory, UNION_WITH_PREVIOUS), OUT(id, int));
STRUCT_TYPE(tee_ioctl_shm_register_data,
	IN(addr, address64), IN(length, hex64), OUT(length, hex64, UNION_WITH_PREVIOUS), IN(flags, tee_memory), OUT(flags, tee_memory, UNION_WITH_PREVIOUS),
	OUT(id, int));
STRUCT_TYPE_AS(tee_ioctl_shm_register_fd_data, VIEW(ORDER(fd, flags, size, id)),
	IN(fd, fd64), OUT(size, hex64), IN(flags, tee_memory), OUT(id, int));
/* The struct that the pointer refers to, and its parameters. */
#define TEE_PARAMS(way, ...) way(params, tee_ioctl_param, COUNT(num_params), ##__VA_ARGS__)
CHOICE(tee_client, clnt_login,
	WITH(TEE_IOCTL_LOGIN_PUBLIC|TEE_IOCTL_LOGIN_USER|TEE_IOCTL_LOGIN_APPLICATION|TEE_IOCTL_LOGIN_USER_APPLICATION, PAD(16)),
	WITH(TEE_IOCTL_LOGIN_GROUP|TEE_IOCTL_LOGIN_GROUP_APPLICATION, IN(clnt_uuid, uint), PAD(12)),
	OTHERWISE(IN(clnt_uuid, hex8, COUNT_IS(16))));
static const struct type t_tee_ioctl_open_session_arg = { .name = "tee_ioctl_open_session_arg", .kind = KIND_STRUCT, VIEW(ORDER(uuid, clnt_login, CHOICE, cancel_id, num_params, params)), MEMBERS(
	IN(uuid, uuid, LEN_IS(16)), CHOOSE(tee_client), IN(clnt_login, tee_logins), IN(cancel_id, uint),
	PAD(4), PAD(4), PAD(4), IN(num_params, uint), TEE_PARAMS(IN)) };
STRUCT_TYPE(tee_ioctl_invoke_arg,
	IN(func, uint), IN(session, hex32), IN(cancel_id, uint), PAD(4), PAD(4), IN(num_params, uint), TEE_PARAMS(IN));
STRUCT_TYPE(tee_iocl_supp_recv_arg, IN(func, uint), IN(num_params, uint), TEE_PARAMS(IN));
STRUCT_TYPE(tee_iocl_supp_send_arg, PAD(4), IN(num_params, uint), TEE_PARAMS(IN));
#define TEE_ANSWER(what, ...) \
	static const struct type t_tee_##what##_answer = { .name = "tee_" #what "_arg", .kind = KIND_STRUCT, VIEW(HIDE(num_params)), MEMBERS(__VA_ARGS__) };
TEE_ANSWER(ioctl_open_session,
	PAD(40), IN(session, hex32), IN(ret, uint), IN(ret_origin, tee_origins), IN(num_params, uint), TEE_PARAMS(IN))
TEE_ANSWER(ioctl_invoke, PAD(12), IN(ret, uint), IN(ret_origin, tee_origins), IN(num_params, uint), TEE_PARAMS(IN))
static const struct type t_tee_iocl_supp_recv_answer = { .name = "tee_iocl_supp_recv_arg", .kind = KIND_STRUCT, MEMBERS(
	PAD(4), IN(num_params, uint), TEE_PARAMS(IN)) };
TEE_ANSWER(iocl_supp_send, IN(ret, uint), IN(num_params, uint), TEE_PARAMS(IN))
#define TEE_BUFFER(what) \
	const struct type t_tee_buffer_##what = { .name = "tee_ioctl_buf_data", .kind = KIND_STRUCT, VIEW(ORDER(buf_len, buf_ptr)), MEMBERS(\
		IN(buf_ptr, tee_##what##_arg, PTR64, LEN(buf_len)), OUT(buf_ptr, tee_##what##_answer, PTR64, LEN(buf_len), UNION_WITH_PREVIOUS), \
		IN(buf_len, u64)) };
TEE_BUFFER(ioctl_open_session) TEE_BUFFER(ioctl_invoke) TEE_BUFFER(iocl_supp_recv) TEE_BUFFER(iocl_supp_send)

