/* SPDX-License-Identifier: MIT */
/* The words for what may be true of a request. */
#include "scry/uring.h"
#include "scry/util.h"

const struct request_trait request_traits[] = {
	{ REQUEST_SQPOLL, true, "sqpoll", "SQPOLL" },
	{ REQUEST_WORKER, true, "worker", "worker" },
	{ REQUEST_POLLED, true, "polled", "polled" },
	{ REQUEST_DIRECT, false, "direct", "direct" },
	{ REQUEST_DEFERRED, true, "deferred", "deferred" },
	{ REQUEST_LINK_FAILED, true, "link_failed", "link failed" },
	{ REQUEST_MORE, false, "more", "more" },
	{ REQUEST_OVERFLOW, true, "overflow", "overflow" },
};
const size_t request_n_traits = ARRAY_SIZE(request_traits);
