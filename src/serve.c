/* SPDX-License-Identifier: MIT */
/* --metrics-listen: serves the counts to scrapers. */
#include <stdlib.h>

#include "handle.h"

/* What Prometheus asks for, and what it gets. The first one is for any other client. */
static const struct http_text texts[] = {
	{ "text/plain", "text/plain; version=0.0.4; charset=utf-8" },
	{ "application/openmetrics-text",
	  "application/openmetrics-text; version=1.0.0; charset=utf-8" },
};
static const enum summary_format formats[] = { SUMMARY_PROMETHEUS, SUMMARY_OPENMETRICS };

/* A number of a port is taken as the port of the loopback address, and 0 as a free port. */
static void announce(const struct http_server *server, const char *address)
{
	struct buf text = { 0 };
	size_t len = strlen(address);

	if (address[len - 1] != '0' || (len > 1 && address[len - 2] != ':'))
		return;
	http_put_address(server, &text);
	warn("metrics are at http://%s/metrics", buf_cstr(&text));
	buf_free(&text);
}

bool session_open_server(struct session *session)
{
	const char *address = session->config->metrics_address;
	struct http_server *server;
	char *why;

	if (!address)
		return true;
	server = http_new(texts, ARRAY_SIZE(texts), &why);
	if (!server) {
		warn("--metrics-listen: %s", why);
		free(why);
		return false;
	}
	if (http_listen(server, address, &why)) {
		session->server = server;
		announce(server, address);
		return true;
	}
	warn("--metrics-listen: cannot listen on '%s': %s; tracing goes on without it", address,
	     why);
	free(why);
	http_close(server);
	return true;
}

void session_start_server(struct session *session)
{
	if (!session->server || http_start(session->server))
		return;
	warn("--metrics-listen: the server cannot be started; tracing goes on without it");
	session_close_server(session);
}

void session_serve(struct session *session)
{
	unsigned wanted = session->server ? http_wanted(session->server) : 0;

	for (size_t i = 0; wanted >> i; i++) {
		struct buf text = { 0 };

		if (!(wanted >> i & 1))
			continue;
		summary_print_metrics(session->channels.shared->summary, formats[i], &text);
		http_publish(session->server, i, &text);
		buf_free(&text);
	}
}

void session_close_server(struct session *session)
{
	http_close(session->server);
	session->server = NULL;
}
