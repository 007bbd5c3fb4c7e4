/* SPDX-License-Identifier: MIT */
/* Stacks in JSON. */
#ifndef SINK_JSON_STACK_H
#define SINK_JSON_STACK_H

#include "sink/json.h"

/* The stack of the call or signal, if one was taken: ,"stack":{…} */
void json_put_stack(struct json *json, const struct stack *stack);

#endif
