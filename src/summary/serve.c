/* SPDX-License-Identifier: MIT */
/* --metrics-listen: serves the counts to scrapers. */
#include <stdlib.h>

#include <string.h>

#include "scry/output.h"
#include "summary/serve.h"

/* What Prometheus asks for, and what it gets. The first one is for any other client. */
static const struct http_text texts[] = {
	{ "text/plain", "text/plain; version=0.0.4; charset=utf-8" },
	{ "application/openmetrics-text",
	  "application/openmetrics-text; version=1.0.0; charset=utf-8" },
};
static const enum summary_format formats[] = { SUMMARY_PROMETHEUS, SUMMARY_OPENMETRICS };

/* A number of a port is taken as the port of the loopback address, and 0 as a free port. */
static void announce_address(const struct http_server *server, const char *address)
{
	struct buf text = { 0 };
	size_t len = strlen(address);

	if (address[len - 1] != '0' || (len > 1 && address[len - 2] != ':'))
		return;
	http_put_address(server, &text);
	warn("metrics are at http://%s/metrics", buf_cstr(&text));
	buf_free(&text);
}

bool server_open(struct http_server **server, const char *address)
{
	char *why;

	if (!address)
		return true;
	*server = http_new(texts, ARRAY_SIZE(texts), &why);
	if (!*server) {
		warn("--metrics-listen: %s", why);
		free(why);
		return false;
	}
	if (http_listen(*server, address, &why)) {
		announce_address(*server, address);
		return true;
	}
	warn("--metrics-listen: cannot listen on '%s': %s", address, why);
	free(why);
	server_close(server);
	return false;
}

void server_start(struct http_server **server)
{
	if (!*server || http_start(*server))
		return;
	warn("--metrics-listen: the server cannot be started; tracing goes on without it");
	server_close(server);
}

void server_serve(struct http_server *server, const struct summary *summary)
{
	unsigned wanted = server ? http_wanted(server) : 0;

	for (size_t i = 0; wanted >> i; i++) {
		struct buf text = { 0 };

		if (!(wanted >> i & 1))
			continue;
		summary_print_metrics(summary, formats[i], &text);
		http_publish(server, i, &text);
		buf_free(&text);
	}
}

void server_close(struct http_server **server)
{
	http_close(*server);
	*server = NULL;
}
