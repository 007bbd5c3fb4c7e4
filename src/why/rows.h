/* SPDX-License-Identifier: MIT */
/* The table of findings, and the tables by which a failed call or a message becomes one. */
#ifndef WHY_ROWS_H
#define WHY_ROWS_H

#include "why/why.h"

/* The finding for a call that has failed. */
enum finding_id finding_of_failure(uint16_t id, int error);
const struct message_row *row_of_message(const char *text);
/* Whether a line of a program says that something went wrong, rather than what the program does. */
bool is_complaint(const char *text, const char *program);
/* Whether a message has words for an error that glibc does not have. */
bool error_has_words(uint16_t id, int error, const char *said);
/* Whether a failed call says nothing about a failure. */
bool failure_is_usual(uint16_t id, int error, const char *path);
/* The variable that sets where the file is looked for, with advice; NULL: unknown. */
const char *search_variable(const char *path);
extern const struct finding_row finding_rows[FINDINGS];

#endif
