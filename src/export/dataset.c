/* SPDX-License-Identifier: MIT */
/*
 * --export: a dataset, which is a directory of Parquet files:
 * host=NAME/date=YYYY-MM-DD/TIME-PID-N.parquet. Directories of many hosts are one partitioned
 * table. A file has another name while it is written, so that readers find whole files only.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/json.h"
#include "scry/output.h"
#include "scry/proc.h"
#include "scry/sinks.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"

#ifdef HAVE_CARQUET
#include <carquet/carquet.h>

/* A file is complete when it has this number of rows or of bytes, or after this time. */
#define FILE_ROWS (1u << 20)
#define FILE_BYTES (256u << 20)
#define FILE_NS (300 * UINT64_C(1000000000))
/* After a failure, such as a full disk, rows are lost for so long. */
#define RETRY_NS (30 * UINT64_C(1000000000))
/*
 * Rows are given to the library in batches, and written in groups of this number of bytes,
 * which stay in memory until then.
 */
#define BATCH_ROWS 4096u
#define BATCH_BYTES (4u << 20)
#define GROUP_BYTES (16u << 20)

/*
 * Columns before and after the columns of a row. doc/datasets.md describes all; the host is in the
 * path.
 */
enum { AT_BOOT, AT_TIME, AT_TIME_NS, AT_TYPE, AT_ROW, AT_ARGS = AT_ROW + FLAT_N, N_COLUMNS };

enum column_type { COLUMN_TEXT, COLUMN_TIME, COLUMN_INTEGER };

/* The values of a column that are there, without gaps, and for each row whether it has one. */
struct column {
	int16_t levels[BATCH_ROWS];
	int64_t numbers[BATCH_ROWS];
	carquet_byte_array_t texts[BATCH_ROWS];
	size_t offsets[BATCH_ROWS]; /* of the texts, in .bytes */
	struct buf bytes;
	uint32_t n; /* values */
};

struct dataset {
	struct consumer base;
	struct writer *writer; /* of JSON; only its sink is used */
	struct decode_config asks;
	const char *directory;
	char host[65], boot[37];
	carquet_schema_t *schema;
	carquet_writer_t *parquet; /* NULL: no file is open */
	FILE *file;
	struct buf path, temporary;
	char date[11]; /* of the rows of the open file */
	uint64_t opened_ns, file_rows, file_bytes;
	unsigned n_files;
	bool failed; /* nothing is written until .retry_ns */
	uint64_t retry_ns; /* CLOCK_MONOTONIC */
	uint64_t n_lost; /* rows that were not written */
	uint32_t n_rows; /* in the batch */
	struct buf args, text;
	struct column column[N_COLUMNS];
};

/* The slot. */
struct dataset_tracee {
	struct record_builder builder;
	struct entry_snapshot snapshot;
};

static enum column_type type_of(size_t column)
{
	if (column == AT_TIME)
		return COLUMN_TIME;
	if (column == AT_TIME_NS)
		return COLUMN_INTEGER;
	return column >= AT_ROW && column < AT_ARGS &&
			       flat_columns[column - AT_ROW].type == FLAT_INTEGER
		       ? COLUMN_INTEGER
		       : COLUMN_TEXT;
}

static const char *name_of(size_t column)
{
	static const char *const names[N_COLUMNS] = {
		[AT_BOOT] = "boot", [AT_TIME] = "time", [AT_TIME_NS] = "time_ns",
		[AT_TYPE] = "type", [AT_ARGS] = "args",
	};

	return names[column] ? names[column] : flat_columns[column - AT_ROW].name;
}

static struct dataset *dataset_of(const struct consumer *consumer)
{
	return (struct dataset *)consumer;
}

/* --- files ----------------------------------------------------------------------------------- */

/*
 * The first failure of several has a message; the number of lost rows follows when rows are written
 * again, or at the end.
 */
static void fail_dataset(struct dataset *dataset, const char *what, const char *why)
{
	if (!dataset->n_lost)
		warn("--export: cannot %s '%s': %s; rows are lost until it can", what,
		     buf_cstr(dataset->temporary.len ? &dataset->temporary : &dataset->path), why);
	dataset->failed = true;
	dataset->retry_ns = now_ns() + RETRY_NS;
	dataset->n_lost += dataset->file_rows;
	dataset->file_rows = 0;
}

static void report_lost(struct dataset *dataset, const char *then)
{
	if (dataset->n_lost)
		warn("--export: %llu row%s lost%s", (unsigned long long)dataset->n_lost,
		     plural(dataset->n_lost, " was", "s were"), then);
	dataset->n_lost = 0;
}

/* Gives up the open file. What was written of it is removed. */
static void drop_file(struct dataset *dataset)
{
	if (dataset->parquet)
		carquet_writer_abort(dataset->parquet);
	dataset->parquet = NULL;
	if (dataset->file)
		fclose(dataset->file);
	dataset->file = NULL;
	if (dataset->temporary.len)
		unlink(buf_cstr(&dataset->temporary));
	buf_clear(&dataset->temporary);
}

static void clear_batch(struct dataset *dataset)
{
	dataset->n_rows = 0;
	for (size_t i = 0; i < N_COLUMNS; i++) {
		dataset->column[i].n = 0;
		buf_clear(&dataset->column[i].bytes);
	}
}

static void write_batch(struct dataset *dataset)
{
	carquet_status_t status = CARQUET_OK;

	for (size_t i = 0; dataset->n_rows && i < N_COLUMNS && status == CARQUET_OK; i++) {
		struct column *column = &dataset->column[i];

		for (uint32_t k = 0; type_of(i) == COLUMN_TEXT && k < column->n; k++)
			column->texts[k].data = (uint8_t *)column->bytes.data + column->offsets[k];
		status = carquet_writer_write_batch(dataset->parquet, (int32_t)i,
						    type_of(i) == COLUMN_TEXT
							    ? (const void *)column->texts
							    : column->numbers,
						    dataset->n_rows, column->levels, NULL);
	}
	if (status != CARQUET_OK) {
		fail_dataset(dataset, "write to", carquet_status_string(status));
		drop_file(dataset);
	}
	clear_batch(dataset);
}

/* Completes the open file, which only now has its name. */
static bool close_file(struct dataset *dataset)
{
	carquet_status_t status;
	bool good;

	if (dataset->parquet)
		write_batch(dataset);
	if (!dataset->parquet)
		return !dataset->failed;
	status = carquet_writer_close(dataset->parquet);
	dataset->parquet = NULL;
	errno = 0;
	good = !fflush(dataset->file) && !ferror(dataset->file) && !fsync(fileno(dataset->file));
	good = !fclose(dataset->file) && good;
	dataset->file = NULL;
	if (status != CARQUET_OK || !good) {
		fail_dataset(dataset, "write to",
			     errno ? strerror(errno) : carquet_status_string(status));
		drop_file(dataset);
		return false;
	}
	if (rename(buf_cstr(&dataset->temporary), buf_cstr(&dataset->path))) {
		fail_dataset(dataset, "rename", strerror(errno));
		drop_file(dataset);
		return false;
	}
	buf_clear(&dataset->temporary);
	report_lost(dataset, "; rows are written again");
	return true;
}

static bool make_directory(struct dataset *dataset)
{
	if (!mkdir(buf_cstr(&dataset->path), 0777) || errno == EEXIST)
		return true;
	fail_dataset(dataset, "make", strerror(errno));
	return false;
}

/*
 * Appends a name that may have any byte as part of a path: readers of partitioned tables undo %XX.
 */
static void put_component(struct buf *path, const char *name)
{
	for (; *name; name++) {
		if ((*name >= '0' && *name <= '9') || (*name >= 'a' && *name <= 'z') ||
		    (*name >= 'A' && *name <= 'Z') || *name == '-' || *name == '_' || *name == '.')
			buf_putc(path, *name);
		else
			buf_printf(path, "%%%02X", (unsigned char)*name);
	}
}

/*
 * Makes the directories, and the names of the next file. time: of its first row,
 * "2023-11-14T22:13:20…".
 */
static bool name_file(struct dataset *dataset, const char *time)
{
	struct buf *path = &dataset->path;
	struct buf name = { 0 };

	buf_clear(path);
	buf_clear(&dataset->temporary);
	buf_puts(path, dataset->directory);
	if (!make_directory(dataset))
		return false;
	buf_puts(path, "/host=");
	put_component(path, dataset->host);
	if (!make_directory(dataset))
		return false;
	memcpy(dataset->date, time, 10);
	buf_printf(path, "/date=%s", dataset->date);
	if (!make_directory(dataset))
		return false;
	buf_printf(&name, "%.2s%.2s%.2s-%d-%u.parquet", time + 11, time + 14, time + 17,
		   (int)getpid(), dataset->n_files++);
	buf_printf(&dataset->temporary, "%s/.%s", buf_cstr(path), buf_cstr(&name));
	buf_printf(path, "/%s", buf_cstr(&name));
	buf_free(&name);
	return true;
}

static bool open_dataset_file(struct dataset *dataset, const char *time)
{
	carquet_error_t error = CARQUET_ERROR_INIT;
	carquet_writer_options_t options;
	int fd;

	if (!name_file(dataset, time))
		return false;
	fd = output_make_temporary(&dataset->temporary, MODE_PRIVATE);
	dataset->file = fd < 0 ? NULL : fdopen(fd, "wb");
	if (!dataset->file) {
		fail_dataset(dataset, "write to", strerror(errno));
		return false;
	}
	carquet_writer_options_init(&options);
	options.compression = CARQUET_COMPRESSION_ZSTD;
	options.row_group_size = GROUP_BYTES;
	options.async_io = false;
	dataset->parquet =
		carquet_writer_create_file(dataset->file, dataset->schema, &options, &error);
	if (!dataset->parquet) {
		fail_dataset(dataset, "write to", error.message);
		drop_file(dataset);
		return false;
	}
	dataset->opened_ns = now_ns();
	dataset->file_rows = dataset->file_bytes = 0;
	return true;
}

/* --- rows ------------------------------------------------------------------------------------ */

static void put_column_text(struct dataset *dataset, unsigned at, const void *bytes, size_t len,
			    bool known)
{
	struct column *column = &dataset->column[at];

	column->levels[dataset->n_rows] = known;
	if (!known)
		return;
	column->offsets[column->n] = column->bytes.len;
	/* A text of a dataset is UTF-8. Bytes that are none become U+FFFD. */
	for (size_t i = 0, n; i < len; i += n ? n : 1) {
		n = utf8_length((const unsigned char *)bytes + i, len - i);
		if (n)
			buf_put(&column->bytes, (const char *)bytes + i, n);
		else
			buf_puts(&column->bytes, "\xef\xbf\xbd");
	}
	column->texts[column->n].length = (int32_t)(column->bytes.len - column->offsets[column->n]);
	column->n++;
}

static void put_integer(struct dataset *dataset, unsigned at, int64_t number, bool known)
{
	struct column *column = &dataset->column[at];

	column->levels[dataset->n_rows] = known;
	if (known)
		column->numbers[column->n++] = number;
}

/*
 * Completes the file that is open if a row of that time does not belong there. Returns false if no
 * row can be written.
 */
static bool have_file(struct dataset *dataset, const struct timespec *time)
{
	const char *date;

	if (dataset->failed && now_ns() < dataset->retry_ns)
		return false;
	dataset->failed = false;
	buf_clear(&dataset->text);
	json_put_time(&dataset->text, time);
	date = buf_cstr(&dataset->text) + 1;
	if (dataset->parquet && strncmp(date, dataset->date, 10) && !close_file(dataset))
		return false;
	return dataset->parquet || open_dataset_file(dataset, date);
}

static void end_row(struct dataset *dataset)
{
	size_t bytes = 0;

	dataset->n_rows++;
	dataset->file_rows++;
	for (size_t i = 0; i < N_COLUMNS; i++)
		bytes += dataset->column[i].bytes.len;
	if (dataset->n_rows < BATCH_ROWS && bytes < BATCH_BYTES)
		return;
	dataset->file_bytes += bytes;
	write_batch(dataset);
	if (dataset->parquet &&
	    (dataset->file_rows >= FILE_ROWS || dataset->file_bytes >= FILE_BYTES))
		close_file(dataset);
}

/* args: JSON; NULL: the record is no call. */
static void put_dataset_row(struct dataset *dataset, const struct flat_row *row,
			    const struct buf *args)
{
	if (!have_file(dataset, row->time)) {
		dataset->n_lost++;
		return;
	}
	put_column_text(dataset, AT_BOOT, dataset->boot, strlen(dataset->boot), dataset->boot[0]);
	put_integer(dataset, AT_TIME, json_time_ns(row->time) / 1000, true);
	put_integer(dataset, AT_TIME_NS, json_time_ns(row->time), true);
	put_column_text(dataset, AT_TYPE, row->type, strlen(row->type), true);
	for (unsigned i = 0; i < FLAT_N; i++) {
		const struct flat_value *value = &row->values[i];

		if (flat_columns[i].type == FLAT_TEXT)
			put_column_text(dataset, AT_ROW + i, value->bytes, value->len,
					value->known);
		else
			put_integer(dataset, AT_ROW + i, value->number, value->known);
	}
	put_column_text(dataset, AT_ARGS, args ? args->data : NULL, args ? args->len : 0, args);
	end_row(dataset);
}

static void put_dataset_call(struct dataset *dataset, const struct moment *moment)
{
	const struct record_subject subject = moment_subject(moment);
	struct dataset_tracee *tracee = moment->slot;
	struct flat_row row;

	flat_call(&row, moment->event, moment->call, &subject);
	buf_clear(&dataset->args);
	json_put_arguments(&dataset->args, &tracee->builder);
	put_dataset_row(dataset, &row, &dataset->args);
}

static struct decode decoder(const struct dataset *dataset, const struct moment *moment)
{
	struct dataset_tracee *tracee = moment->slot;
	struct decode decode = *moment->decode;

	decode.config = &dataset->asks;
	decode.sink = &dataset->writer->sink;
	decode.builder = &tracee->builder;
	decode.snapshot = &tracee->snapshot;
	return decode;
}

static void dataset_enter(struct consumer *consumer, const struct moment *moment)
{
	struct dataset *dataset = dataset_of(consumer);
	struct dataset_tracee *tracee = moment->slot;
	struct decode decode = decoder(dataset, moment);

	builder_reset(&tracee->builder);
	decode_enter(&decode);
	builder_end_segment(&tracee->builder);
}

static void dataset_exit(struct consumer *consumer, const struct moment *moment)
{
	struct dataset *dataset = dataset_of(consumer);
	struct dataset_tracee *tracee = moment->slot;
	struct decode decode = decoder(dataset, moment);

	decode_exit(&decode);
	builder_end_segment(&tracee->builder);
	put_dataset_call(dataset, moment);
	if (consumer->host->n_tracees > 64)
		builder_free(&tracee->builder);
}

static void dataset_unfinished(struct consumer *consumer, const struct moment *moment)
{
	put_dataset_call(dataset_of(consumer), moment);
}

static void dataset_event(struct consumer *consumer, const struct moment *moment)
{
	const char *type = json_type_of(moment->event);
	struct flat_row row;

	if (!type)
		return;
	flat_event(&row, type, moment->event);
	put_dataset_row(dataset_of(consumer), &row, NULL);
}

static void dataset_forget(struct consumer *consumer, void *slot)
{
	struct dataset_tracee *tracee = slot;

	(void)consumer;
	builder_free(&tracee->builder);
	entry_snapshot_free(&tracee->snapshot);
}

/* --- the consumer ---------------------------------------------------------------------------- */

static carquet_schema_t *make_schema(void)
{
	static const carquet_logical_type_t text = { .id = CARQUET_LOGICAL_STRING };
	/* Spark knows no nanoseconds, which are in time_ns. */
	static const carquet_logical_type_t time = {
		.id = CARQUET_LOGICAL_TIMESTAMP,
		.params.timestamp = { CARQUET_TIME_UNIT_MICROS, true },
	};
	carquet_schema_t *schema = carquet_schema_create(NULL);
	carquet_status_t status = schema ? CARQUET_OK : CARQUET_ERROR_OUT_OF_MEMORY;

	for (size_t i = 0; i < N_COLUMNS && status == CARQUET_OK; i++)
		status = carquet_schema_add_column(schema, name_of(i),
						   type_of(i) == COLUMN_TEXT
							   ? CARQUET_PHYSICAL_BYTE_ARRAY
							   : CARQUET_PHYSICAL_INT64,
						   type_of(i) == COLUMN_TEXT   ? &text
						   : type_of(i) == COLUMN_TIME ? &time
									       : NULL,
						   CARQUET_REPETITION_OPTIONAL, 0, 0);
	if (status == CARQUET_OK)
		return schema;
	carquet_schema_free(schema);
	return NULL;
}

/* A recording says of which machine it is. */
static void find_host(struct dataset *dataset, const struct config *config)
{
	const struct record_info *recorded = config->recorded;
	const char *host = recorded ? record_info_find(recorded, "host") : NULL;
	const char *boot = recorded ? record_info_find(recorded, "boot") : NULL;
	struct utsname names;

	if (!recorded && !uname(&names))
		host = names.nodename;
	snprintf(dataset->host, sizeof(dataset->host), "%s", host && host[0] ? host : "unknown");
	if (recorded)
		snprintf(dataset->boot, sizeof(dataset->boot), "%s", boot ? boot : "");
	else
		proc_boot_id(dataset->boot);
}

/*
 * Makes the directory if it is not there. Returns false after a message if nothing can be written
 * there.
 */
static bool have_directory(const char *path)
{
	struct stat made;

	if (mkdir(path, 0777) && errno != EEXIST) {
		warn_errno("--export: cannot make '%s'", path);
		return false;
	}
	if (!stat(path, &made) && !S_ISDIR(made.st_mode)) {
		warn("--export: cannot write to '%s': it is no directory", path);
		return false;
	}
	if (!access(path, W_OK | X_OK))
		return true;
	warn_errno("--export: cannot write to '%s'", path);
	return false;
}

static struct consumer *dataset_open(struct host *host, bool *failed)
{
	const struct config *config = host->config;
	struct dataset *dataset;

	if (!config->export.dataset_path)
		return NULL;
	dataset = xcalloc(1, sizeof(*dataset));
	dataset->base.host = host;
	dataset->directory = config->export.dataset_path;
	dataset->asks = config->decode;
	dataset->asks.verbose = true;
	dataset->asks.shallow = false;
	dataset->asks.vector_limit = ARGUMENT_MAX;
	dataset->writer = writer_json_new(&config->sink, NULL);
	dataset->schema = make_schema();
	find_host(dataset, config);
	/* A directory that cannot be had ends scry before the command starts. */
	*failed = !dataset->schema || !have_directory(dataset->directory);
	return &dataset->base;
}

static void dataset_needs(const struct consumer *consumer, struct needs *needs)
{
	needs->facts = NEED_WHOLE | NEED_REAL | NEED_MONO | NEED_EXEC | NEED_EXIT | NEED_DECODE |
		       NEED_ALL_MEMBERS | NEED_LINES | NEED_COMM | NEED_HOME;
	needs->subjects = SUBJECT_PATH | SUBJECT_PEER | SUBJECT_FD;
	needs->fds = consumer->host->config->decode.fds;
	needs->asks = &dataset_of(consumer)->asks;
}

static bool dataset_flush(struct consumer *consumer, uint64_t now)
{
	struct dataset *dataset = dataset_of(consumer);

	if (dataset->parquet && now - dataset->opened_ns >= FILE_NS)
		close_file(dataset);
	return dataset->parquet != NULL;
}

static void dataset_reopen(struct consumer *consumer)
{
	struct dataset *dataset = dataset_of(consumer);

	dataset->retry_ns = 0;
	close_file(dataset);
}

static bool dataset_close(struct consumer *consumer)
{
	struct dataset *dataset = dataset_of(consumer);
	bool good = close_file(dataset) && !dataset->n_lost;

	report_lost(dataset, "");
	drop_file(dataset);
	dataset->writer->ops->destroy(dataset->writer);
	carquet_schema_free(dataset->schema);
	for (size_t i = 0; i < N_COLUMNS; i++)
		buf_free(&dataset->column[i].bytes);
	buf_free(&dataset->path);
	buf_free(&dataset->temporary);
	buf_free(&dataset->args);
	buf_free(&dataset->text);
	free(dataset);
	return good;
}
#endif

static const char *dataset_asked(const struct config *config)
{
	return config->export.dataset_path ? "--export" : NULL;
}

static bool dataset_check(const struct command_line *line)
{
#ifndef HAVE_CARQUET
	if (line->config->export.dataset_path)
		return line
			->refuse(line,
				 "--export: scry was built without carquet, which writes Parquet; "
				 "doc/datasets.md says how to build with it");
#endif
	if (output_path_is_stdout(line->config->export.dataset_path))
		return line->refuse(line, "--export=-: a dataset is a directory of files, and "
					  "cannot go to stdout");
	return true;
}

static bool dataset_replaces_lines(const struct config *config)
{
	return config->export.dataset_path && config_wants_file_alone(config);
}

#ifndef HAVE_CARQUET
static struct consumer *dataset_open(struct host *host, bool *failed)
{
	(void)host, (void)failed;
	return NULL;
}

static void dataset_needs(const struct consumer *consumer, struct needs *needs)
{
	(void)consumer, (void)needs;
}

static bool dataset_close(struct consumer *consumer)
{
	(void)consumer;
	return true;
}
#endif

const struct consumer_ops dataset_consumer = {
	.asked = dataset_asked,
	.check = dataset_check,
	.replaces_lines = dataset_replaces_lines,
	.open = dataset_open,
	.needs = dataset_needs,
	.close = dataset_close,
#ifdef HAVE_CARQUET
	.takes_requests = true,
	.slot_size = sizeof(struct dataset_tracee),
	.enter = dataset_enter,
	.exit = dataset_exit,
	.unfinished = dataset_unfinished,
	.event = dataset_event,
	.forget = dataset_forget,
	.flush = dataset_flush,
	.reopen = dataset_reopen,
#endif
};
