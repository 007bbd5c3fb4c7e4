/* SPDX-License-Identifier: MIT */
/* Lines of text: the columns before the call, the column of the results, the end of the line. */
#ifndef SINK_TEXT_LINE_H
#define SINK_TEXT_LINE_H

#include "sink/text.h"

/* Ends the line of a call that has not returned, if there is one. */
void text_interrupt_line(struct text *text);
/*
 * Ends an open line and begins a new one with the columns before the call: pid, times, number, ip.
 */
void text_begin_line(struct text *text, const struct record *record);
/* Appends blanks up to the column of the results (-a). */
void text_pad(struct text *text);
/* Ends the arguments of a call that does not return: ") = ?". */
void text_put_no_result(struct text *text);
void text_put_duration(struct text *text, uint64_t ns);

#endif
