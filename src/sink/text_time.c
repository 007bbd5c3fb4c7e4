/* SPDX-License-Identifier: MIT */
/* Times in text: dates and the seconds of clock ticks. Both are comments after a number. */
#include "sink/text_time.h"

#include <time.h>

#include "sink/number_names.h"

#define NANOSECONDS_PER_SECOND 1000000000u
#define TICK_DIGITS 2 /* the kernel's USER_HZ is 100 and does not depend on CONFIG_HZ: times(2) */

bool text_put_date(struct buf *out, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	time_t when = (time_t)seconds;
	struct tm tm;
	char date[64], zone[8];

	if ((!seconds && !nanoseconds) || nanoseconds >= NANOSECONDS_PER_SECOND ||
	    when != seconds || !localtime_r(&when, &tm) ||
	    !strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", &tm) ||
	    !strftime(zone, sizeof(zone), "%z", &tm))
		return false;
	buf_puts(out, date);
	if (nanoseconds)
		buf_printf(out, digits == 6 ? ".%06u" : ".%09u",
			   digits == 6 ? nanoseconds / 1000 : nanoseconds);
	buf_puts(out, zone);
	return true;
}

void text_put_ticks(struct buf *out, const struct sink_config *config, const struct value *value)
{
	/*
	 * As strace, show a clock_t of -1 as an unsigned 64-bit number. Other units have digits,
	 * and a sign.
	 */
	bool negative = value->digits && value->is_signed && (int64_t)value->u < 0;
	uint64_t ticks = negative ? -value->u : value->u;
	unsigned digits = value->digits ? value->digits : TICK_DIGITS;
	const char *sign = negative ? "-" : "";
	unsigned long long per_second = 1;

	for (unsigned i = 0; i < digits; i++)
		per_second *= 10;
	buf_puts(out, sign);
	buf_put_udec(out, ticks);
	if (ticks && config->constants != CONSTANTS_RAW)
		buf_printf(out, " /* %s%llu.%0*llu s */", sign, ticks / per_second, (int)digits,
			   ticks % per_second);
}
