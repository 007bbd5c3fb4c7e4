/* SPDX-License-Identifier: MIT */
#include "session.h"
extern int session_is_empty;
