/* SPDX-License-Identifier: MIT */
#include "otlp/call_spans.h"

#include <arpa/inet.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/sinks.h"
#include "scry/syscalls.h"

const char *call_error(const struct call *call, char number[12])
{
	return call->returned && call->is_error
		       ? errno_word(call->abi ? call->abi : abi_native(), call_errno(call), number)
		       : NULL;
}

bool subject_has_file(const struct summary_subject *subject)
{
	return subject->has_path && subject->path.len &&
	       (subject->path_is_argument || *subject->path.data == '/');
}

/* The semantic conventions have the server of a connection beside the peer. */
static void add_peer(struct attributes *attributes, const struct call *call,
		     const struct summary_subject *subject)
{
	char text[INET6_ADDRSTRLEN];
	bool connects = call->id == ID_connect;

	if (!subject->peer_family) {
		attributes_add_text(attributes, "network.peer.address", subject->peer.data,
				    subject->peer.len);
		attributes_add_string(attributes, "network.transport", "unix");
		return;
	}
	if (!inet_ntop(subject->peer_family, subject->peer_address, text, sizeof(text)))
		return;
	attributes_add_string(attributes, "network.peer.address", text);
	attributes_add_number(attributes, "network.peer.port", subject->peer_port);
	attributes_add_string(attributes, "network.type",
			      subject->peer_family == AF_INET6 ? "ipv6" : "ipv4");
	if (!connects)
		return;
	attributes_add_string(attributes, "server.address", text);
	attributes_add_number(attributes, "server.port", subject->peer_port);
}

static void add_facts(struct attributes *attributes, const struct process *process,
		      const struct call_facts *facts)
{
	const struct summary_subject *subject = facts->subject;
	const struct call *call = facts->call;

	attributes_add_number(attributes, "process.pid", process->pid);
	attributes_add_number(attributes, "thread.id", facts->tid);
	attributes_add_text(attributes, "syscall.arguments", facts->arguments->data,
			    facts->arguments->len);
	if (call->returned)
		attributes_add_number(attributes, "syscall.result",
				      call->is_error ? -1 : call->result);
	else
		attributes_add_bool(attributes, "syscall.unfinished", true);
	if (call->request)
		attributes_add_string(attributes, "syscall.via", "io_uring");
	if (call->stands_for && call->stands_for != STANDS_FOR_UNKNOWN)
		attributes_add_number(attributes, "sampling.adjusted_count", call->stands_for);
	if (subject && subject_has_file(subject))
		attributes_add_text(attributes, "file.path", subject->path.data, subject->path.len);
	if (subject && subject->has_peer)
		add_peer(attributes, call, subject);
}

Otlp__Span *call_span(struct processes *processes, struct process *process, struct arena *arena,
		      const struct call_facts *facts)
{
	const struct call *call = facts->call;
	Otlp__Span *span = MESSAGE_NEW(arena, Otlp__Span, otlp__span);
	struct attributes attributes = { .arena = arena };
	char number[12];
	const char *error = call_error(call, number);

	process->used = true;
	span->trace_id = message_bytes(arena, process->context.trace_id, TRACE_ID_SIZE);
	span->parent_span_id = message_bytes(arena, process->context.span_id, SPAN_ID_SIZE);
	span->span_id.len = SPAN_ID_SIZE;
	span->span_id.data = arena_take(arena, SPAN_ID_SIZE);
	identifiers_make(&processes->identifiers, span->span_id.data, SPAN_ID_SIZE);
	span->flags = SPAN_FLAGS(process->context.flags, false);
	span->kind = OTLP__SPAN_KIND__SPAN_KIND_INTERNAL;
	span->name = call->name ? (char *)call->name : (char *)"syscall";
	span->start_time_unix_nano =
		(uint64_t)call->entered.tv_sec * 1000000000u + (uint64_t)call->entered.tv_nsec;
	span->end_time_unix_nano = span->start_time_unix_nano + facts->duration_ns;
	add_facts(&attributes, process, facts);
	if (error) {
		attributes_add_string(&attributes, "error.type", error);
		span->status = MESSAGE_NEW(arena, Otlp__Status, otlp__status);
		span->status->code = OTLP__STATUS_CODE__STATUS_CODE_ERROR;
		span->status->message = message_text(arena, error, strlen(error));
	}
	span->attributes = attributes.items;
	span->n_attributes = attributes.n;
	return span;
}
