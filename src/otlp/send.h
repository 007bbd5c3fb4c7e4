/* SPDX-License-Identifier: MIT */
/* Sends requests to a collector over HTTP, in a thread of its own, with a bounded queue. */
#ifndef SCRY_OTLP_SEND_H
#define SCRY_OTLP_SEND_H

#include "otlp/message.h"

enum request_kind { REQUEST_SPANS, REQUEST_METRICS };

/* The memory that requests hold before they are sent. More are dropped. */
#define QUEUE_BYTES (32u << 20)
#define QUEUE_REQUESTS 512u

/* How long sender_close() waits for the requests that are left. */
#define CLOSE_SECONDS 5
#define CLOSE_INTERRUPTED_SECONDS 1

struct sender;

/*
 * Makes a sender of a URL to which /v1/traces and /v1/metrics are appended.
 * OTEL_EXPORTER_OTLP_HEADERS has further headers. Returns NULL with a message in *why, which the
 * caller frees, if libcurl cannot be loaded.
 */
struct sender *sender_new(const char *url, char **why);
/* Starts the thread, in which all signals are blocked. Returns false if that fails. */
bool sender_start(struct sender *sender);
/*
 * Queues a request of n spans or points. It is in the arena, which belongs to the sender from now
 * on. waits: if the queue is full, the caller waits as long as the collector takes requests;
 * otherwise the request is dropped.
 */
void sender_put(struct sender *sender, enum request_kind kind, ProtobufCMessage *request,
		struct arena *arena, size_t n, bool waits);
/* Returns the number of spans, or of requests with metrics, that were dropped so far. */
uint64_t sender_dropped(struct sender *sender, enum request_kind kind);
/*
 * Says once for each outage that the collector cannot be reached, and why; and the first time that
 * it refuses requests, does not take all of one, warns, or gives an answer that cannot be read.
 */
void sender_report(struct sender *sender);
/* Waits for what is left, seconds at most, says what was dropped, and frees the sender. */
void sender_close(struct sender *sender, unsigned seconds);

#endif
