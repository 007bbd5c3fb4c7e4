/* SPDX-License-Identifier: MIT */
/* The list of findings. */
#include "why/findings.h"

#include <stdio.h>
#include <stdlib.h>

#include "why/rows.h"

struct finding *finding_add(struct diagnosis *diagnosis, enum finding_id id)
{
	struct finding *finding = xcalloc(1, sizeof(*finding));

	finding->id = id;
	finding->row = &finding_rows[id];
	diagnosis->findings = xgrow(diagnosis->findings, diagnosis->n_findings,
				    &diagnosis->findings_capacity, sizeof(*diagnosis->findings));
	diagnosis->findings[diagnosis->n_findings++] = finding;
	return finding;
}

void finding_line(struct finding *finding, const char *key, const char *format, ...)
{
	struct buf text = { 0 };
	va_list args;

	if (finding->n_lines == LINES_MAX)
		return;
	va_start(args, format);
	buf_vprintf(&text, format, args);
	va_end(args);
	finding->lines[finding->n_lines++] = (struct finding_line){ key, buf_take(&text) };
}

void finding_name_process(struct finding *finding, pid_t pid)
{
	static const char place[] = "PID";
	const char *at = finding->row->next, *found;
	struct buf text = { 0 };

	while ((found = strstr(at, place))) {
		buf_put(&text, at, (size_t)(found - at));
		buf_printf(&text, "%d", pid);
		at = found + strlen(place);
	}
	buf_puts(&text, at);
	free(finding->next);
	finding->next = buf_take(&text);
}

void findings_free(struct diagnosis *diagnosis)
{
	for (size_t i = 0; i < diagnosis->n_findings; i++) {
		struct finding *finding = diagnosis->findings[i];

		for (size_t j = 0; j < finding->n_lines; j++)
			free(finding->lines[j].text);
		buf_free(&finding->title);
		free(finding->next);
		free(finding->program);
		free(finding);
	}
	free(diagnosis->findings);
}
