/* SPDX-License-Identifier: MIT */
/* The words for what may be true of a request. */
#include "scry/uring.h"
#include "scry/util.h"

const struct request_trait request_traits[] = {
	{ REQUEST_SQPOLL, "sqpoll", "SQPOLL" },
	{ REQUEST_WORKER, "worker", "worker" },
	{ REQUEST_POLLED, "polled", "polled" },
	{ REQUEST_DIRECT, "direct", "direct" },
	{ REQUEST_DEFERRED, "deferred", "deferred" },
	{ REQUEST_LINK_FAILED, "link_failed", "link failed" },
	{ REQUEST_MORE, "more", "more" },
	{ REQUEST_OVERFLOW, "overflow", "overflow" },
};
const size_t request_n_traits = ARRAY_SIZE(request_traits);
