/* SPDX-License-Identifier: MIT */
/* --metrics-listen: serves counts to scrapers. */
#ifndef SCRY_SUMMARY_SERVE_H
#define SCRY_SUMMARY_SERVE_H

#include "scry/summary.h"

struct http_server;

/*
 * Opens the socket; an address of NULL: *server stays NULL. Returns false after a message if this
 * build cannot serve, and warns if the address cannot be had.
 */
bool server_open(struct http_server **server, const char *address);
/* Starts the threads, in the tracer. The following functions do nothing without a server. */
void server_start(struct http_server **server);
/* Gives waiting clients the present counts. */
void server_serve(struct http_server *server, const struct summary *summary);
void server_close(struct http_server **server);

#endif
