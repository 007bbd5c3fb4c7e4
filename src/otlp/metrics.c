/* SPDX-License-Identifier: MIT */
#include "otlp/metrics.h"

#include <string.h>

#include "scry/arch.h"
#include "scry/sinks.h"
#include "scry/syscalls.h"

#define BOUNDS (SUMMARY_LAST_POWER - SUMMARY_FIRST_POWER + 1)

/* A metric that is being made. */
struct series {
	struct maker *maker;
	Otlp__Metric *metric;
	size_t capacity;
};

struct maker {
	struct arena *arena;
	const struct measured *measured;
	Otlp__ScopeMetrics *scope;
	size_t capacity, n_points;
	struct series calls, errors, bytes, duration;
};

static struct series begin_metrics(struct maker *maker, const char *name, const char *unit,
				   const char *description)
{
	Otlp__Metric *metric = MESSAGE_NEW(maker->arena, Otlp__Metric, otlp__metric);
	Otlp__ScopeMetrics *scope = maker->scope;

	metric->name = (char *)name;
	metric->unit = (char *)unit;
	metric->description = (char *)description;
	scope->metrics = arena_grow(maker->arena, scope->metrics, scope->n_metrics,
				    &maker->capacity, sizeof(Otlp__Metric *));
	scope->metrics[scope->n_metrics++] = metric;
	return (struct series){ .maker = maker, .metric = metric };
}

static struct series begin_sum(struct maker *maker, const char *name, const char *unit,
			       const char *description)
{
	struct series series = begin_metrics(maker, name, unit, description);
	Otlp__Sum *sum = MESSAGE_NEW(maker->arena, Otlp__Sum, otlp__sum);

	sum->is_monotonic = true;
	sum->aggregation_temporality =
		OTLP__AGGREGATION_TEMPORALITY__AGGREGATION_TEMPORALITY_CUMULATIVE;
	series.metric->data_case = OTLP__METRIC__DATA_SUM;
	series.metric->sum = sum;
	return series;
}

static struct series begin_histogram(struct maker *maker, const char *name, const char *unit,
				     const char *description)
{
	struct series series = begin_metrics(maker, name, unit, description);
	Otlp__Histogram *histogram = MESSAGE_NEW(maker->arena, Otlp__Histogram, otlp__histogram);

	histogram->aggregation_temporality =
		OTLP__AGGREGATION_TEMPORALITY__AGGREGATION_TEMPORALITY_CUMULATIVE;
	series.metric->data_case = OTLP__METRIC__DATA_HISTOGRAM;
	series.metric->histogram = histogram;
	return series;
}

static Otlp__NumberDataPoint *add_number(struct series *series, uint64_t number)
{
	struct maker *maker = series->maker;
	Otlp__NumberDataPoint *point =
		MESSAGE_NEW(maker->arena, Otlp__NumberDataPoint, otlp__number_data_point);
	Otlp__Sum *sum = series->metric->sum;

	point->start_time_unix_nano = maker->measured->start_ns;
	point->time_unix_nano = maker->measured->now_ns;
	point->value_case = OTLP__NUMBER_DATA_POINT__VALUE_AS_INT;
	point->as_int = number < INT64_MAX ? (int64_t)number : INT64_MAX;
	sum->data_points = arena_grow(maker->arena, sum->data_points, sum->n_data_points,
				      &series->capacity, sizeof(point));
	sum->data_points[sum->n_data_points++] = point;
	maker->n_points++;
	return point;
}

/* --- points of a group ----------------------------------------------------------------------- */

/*
 * The names of the semantic conventions for what keys of summaries are. Other keys keep their
 * names.
 */
static const char *const attribute_names[SUMMARY_KEYS] = {
	[KEY_SYSCALL] = "syscall.name",	     [KEY_PID] = "thread.id",
	[KEY_TGID] = "process.pid",	     [KEY_COMM] = "process.executable.name",
	[KEY_ERRNO] = "error.type",	     [KEY_PATH] = "file.path",
	[KEY_PEER] = "network.peer.address", [KEY_CLASS] = "syscall.class",
	[KEY_CONTAINER] = "container.name",  [KEY_UNIT] = "systemd.unit",
	[KEY_VIA] = "syscall.via",	     [KEY_FD] = "syscall.fd",
};

static struct attributes make_labels(struct maker *maker, const struct summary_group *group)
{
	const struct summary_config *config = maker->measured->config;
	struct attributes attributes = { .arena = maker->arena };

	for (size_t i = 0; i < config->n_keys; i++) {
		enum summary_key key = config->keys[i];
		const char *value = group->is_other ? "(other)" : group->values[i];

		if (value)
			attributes_add_string(&attributes,
					      attribute_names[key] ? attribute_names[key]
								   : summary_key_name(key),
					      value);
	}
	return attributes;
}

static void add_errors(struct maker *maker, const struct summary_group *group)
{
	for (size_t i = 0; i < group->n_errors; i++) {
		const struct error_count *count = &group->errors[i];
		struct attributes labels = make_labels(maker, group);
		Otlp__NumberDataPoint *point = add_number(&maker->errors, count->n);
		char number[12];

		attributes_add_string(&labels, "error.type",
				      errno_word(abi_native(), count->error, number));
		point->attributes = labels.items;
		point->n_attributes = labels.n;
	}
}

static void set_buckets(struct arena *arena, Otlp__HistogramDataPoint *point,
			const struct summary_group *group)
{
	uint64_t *counts = arena_take(arena, (BOUNDS + 1) * sizeof(*counts));
	double *bounds = arena_take(arena, BOUNDS * sizeof(*bounds));

	/* A bucket contains its bound: the greatest time of a power is 2^i - 1 ns. */
	for (unsigned i = 0; i < SUMMARY_POWERS; i++)
		counts[i <= SUMMARY_FIRST_POWER	 ? 0
		       : i <= SUMMARY_LAST_POWER ? i - SUMMARY_FIRST_POWER
						 : BOUNDS] += group->powers[i];
	for (unsigned i = 0; i < BOUNDS; i++)
		bounds[i] = (double)(UINT64_C(1) << (SUMMARY_FIRST_POWER + i)) / 1e9;
	point->bucket_counts = counts;
	point->n_bucket_counts = BOUNDS + 1;
	point->explicit_bounds = bounds;
	point->n_explicit_bounds = BOUNDS;
}

static void add_duration(struct maker *maker, const struct summary_group *group,
			 const struct attributes *labels)
{
	struct series *series = &maker->duration;
	Otlp__Histogram *histogram = series->metric->histogram;
	Otlp__HistogramDataPoint *point =
		MESSAGE_NEW(maker->arena, Otlp__HistogramDataPoint, otlp__histogram_data_point);

	point->start_time_unix_nano = maker->measured->start_ns;
	point->time_unix_nano = maker->measured->now_ns;
	point->count = group->calls;
	point->sum = (double)group->wall_ns / 1e9;
	set_buckets(maker->arena, point, group);
	point->attributes = labels->items;
	point->n_attributes = labels->n;
	histogram->data_points =
		arena_grow(maker->arena, histogram->data_points, histogram->n_data_points,
			   &series->capacity, sizeof(point));
	histogram->data_points[histogram->n_data_points++] = point;
	maker->n_points++;
}

static void add_metric_group(void *ctx, const struct summary_group *group)
{
	struct maker *maker = ctx;
	struct attributes labels = make_labels(maker, group);
	Otlp__NumberDataPoint *calls = add_number(&maker->calls, group->calls);

	calls->attributes = labels.items;
	calls->n_attributes = labels.n;
	add_duration(maker, group, &labels);
	add_errors(maker, group);
	if (group->bytes) {
		Otlp__NumberDataPoint *bytes = add_number(&maker->bytes, group->bytes);

		bytes->attributes = labels.items;
		bytes->n_attributes = labels.n;
	}
}

/* --- the request ----------------------------------------------------------------------------- */

static void add_total(struct maker *maker, const char *name, const char *unit,
		      const char *description, uint64_t number)
{
	struct series series = begin_sum(maker, name, unit, description);

	add_number(&series, number);
}

static Otlp__ResourceMetrics *wrap(struct maker *maker)
{
	Otlp__ResourceMetrics *made =
		MESSAGE_NEW(maker->arena, Otlp__ResourceMetrics, otlp__resource_metrics);

	maker->scope->scope = scope_make(maker->arena);
	made->resource = resource_make(maker->arena, maker->measured->machine, NULL);
	made->scope_metrics = arena_take(maker->arena, sizeof(maker->scope));
	made->scope_metrics[made->n_scope_metrics++] = maker->scope;
	return made;
}

Otlp__MetricsRequest *metrics_request(struct arena *arena, const struct measured *measured,
				      size_t *n_points)
{
	struct maker maker = {
		.arena = arena,
		.measured = measured,
		.scope = MESSAGE_NEW(arena, Otlp__ScopeMetrics, otlp__scope_metrics),
	};
	Otlp__MetricsRequest *request =
		MESSAGE_NEW(arena, Otlp__MetricsRequest, otlp__metrics_request);

	maker.calls = begin_sum(&maker, "scry.calls", "{call}", "System calls that returned.");
	maker.errors =
		begin_sum(&maker, "scry.errors", "{call}", "System calls that returned an error.");
	maker.bytes =
		begin_sum(&maker, "scry.bytes", "By", "Bytes that system calls read or wrote.");
	maker.duration = begin_histogram(&maker, "scry.call.duration", "s",
					 "Time from the entry to the exit of system calls.");
	summary_each_group(measured->summary, add_metric_group, &maker);
	add_total(&maker, "scry.programs", "{program}", "Programs and processes that began.",
		  measured->programs);
	add_total(&maker, "scry.signals", "{signal}", "Signals that were delivered.",
		  measured->signals);
	add_total(&maker, "scry.spans.dropped", "{span}",
		  "Spans that the collector did not take in time.", measured->dropped_spans);
	add_total(&maker, "scry.records.lost", "{record}",
		  "Records that were lost, because scry was slower than the calls.",
		  measured->losses->records);
	if (measured->losses->one_in)
		add_total(&maker, "scry.calls.left_out", "{call}",
			  "Selected calls that --sample has left out; other counts are estimates.",
			  measured->losses->left_out);
	request->resource_metrics = arena_take(arena, sizeof(*request->resource_metrics));
	request->resource_metrics[request->n_resource_metrics++] = wrap(&maker);
	*n_points = maker.n_points;
	return request;
}
