/* SPDX-License-Identifier: MIT */
/* Public header of src/otlp/: --otlp, which sends a trace to a collector. Its consumer does the rest. */
#ifndef SCRY_OTLP_H
#define SCRY_OTLP_H

#include <stdbool.h>
#include <stdint.h>

struct otlp_config {
	const char *url;	/* of the collector; NULL: nothing is sent */
	uint64_t slower_ns;	/* --otlp-slower; 0: not given */
	bool slower_selects;	/* config->where selects calls that are so slow, too */
};

#endif
