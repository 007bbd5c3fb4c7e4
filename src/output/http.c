/* SPDX-License-Identifier: MIT */
/* Serves texts over HTTP with libmicrohttpd, which is loaded for it, in threads of its own. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "config.h"
#include "scry/output.h"
#include "scry/util.h"

bool http_parse_address(const char *text, char *host, size_t size, char *port)
{
	const char *colon = strrchr(text, ':'), *digits = colon ? colon + 1 : text;
	size_t len = colon ? (size_t)(colon - text) : 0;
	uint64_t number;

	if (len >= 2 && text[0] == '[' && text[len - 1] == ']') {
		text++;
		len -= 2;
	} else if (memchr(text, ':', len)) {
		return false; /* IPv6 without brackets */
	}
	if (len >= size || !parse_decimal(digits, 65535, &number))
		return false;
	memcpy(host, text, len);
	host[len] = '\0';
	if (!len)
		strcpy(host, "127.0.0.1");
	snprintf(port, HTTP_PORT_SIZE, "%u", (unsigned)number);
	return true;
}

#ifdef HAVE_LIBMICROHTTPD

#include <microhttpd.h>

/*
 * A client that neither reads nor closes holds a thread for this time. Of more clients than
 * CLIENTS_MAX the oldest one is disconnected, so that clients that send no request keep none away.
 * CONNECTIONS_MAX includes connections that are being closed; libmicrohttpd refuses more.
 */
#define CLIENT_SECONDS 10
#define CLIENTS_MAX 16
#define CONNECTIONS_MAX 64

#define MISDIRECTED_REQUEST 421 /* RFC 9110, section 15.5.20 */

/*
 * The longest time that a client waits for a text that is newer than its request. It gets the last
 * one then.
 */
#define FRESH_SECONDS 1

/* A connection, from its first to its last callback. Under the lock of the server. */
struct http_client {
	bool used;
	bool dropped; /* its socket was shut down, and its thread is about to end */
	bool asks; /* it has sent a request, and waits for the response */
	int fd; /* belongs to libmicrohttpd, which closes it after the last callback */
	uint64_t number; /* clients that came later have larger ones */
};

struct http_server {
	int fd; /* the listening socket; libmicrohttpd closes it once it runs */
	bool is_loopback; /* it has an address of the loopback device */
	char host[NI_MAXHOST + 2]; /* the address that the user has named, as in a URL */
	struct MHD_Daemon *daemon; /* NULL: not started */
	const struct http_text *texts;
	size_t n;
	struct published {
		struct buf text;
		uint64_t serial; /* the number of texts that were published */
	} * published; /* one for each text; under the lock */
	_Atomic unsigned wanted; /* bit i: a client waits for text i */
	struct http_client clients[CONNECTIONS_MAX];
	uint64_t n_clients; /* that have come so far */
	bool closing;
	pthread_mutex_t lock;
	pthread_cond_t fresh;
	/* Functions of libmicrohttpd. */
	void *library;
	LIBRARY_POINTER(MHD_start_daemon);
	LIBRARY_POINTER(MHD_stop_daemon);
	LIBRARY_POINTER(MHD_lookup_connection_value);
	LIBRARY_POINTER(MHD_create_response_from_buffer);
	LIBRARY_POINTER(MHD_add_response_header);
	LIBRARY_POINTER(MHD_queue_response);
	LIBRARY_POINTER(MHD_destroy_response);
	LIBRARY_POINTER(MHD_get_connection_info);
};

static bool load_microhttpd(struct http_server *server, char **why)
{
#define FUNCTION(function) LIBRARY_FUNCTION(struct http_server, function)
	static const struct library_function functions[] = {
		FUNCTION(MHD_start_daemon),
		FUNCTION(MHD_stop_daemon),
		FUNCTION(MHD_lookup_connection_value),
		FUNCTION(MHD_create_response_from_buffer),
		FUNCTION(MHD_add_response_header),
		FUNCTION(MHD_queue_response),
		FUNCTION(MHD_destroy_response),
		FUNCTION(MHD_get_connection_info),
	};
#undef FUNCTION

	server->library =
		library_load(MICROHTTPD_SONAME, functions, ARRAY_SIZE(functions), server, why);
	return server->library;
}

/*
 * Whether a request may be answered. The page of a web server, whose name its owner lets mean
 * 127.0.0.1 as well, could read from the loopback device what a browser on this machine can read;
 * its requests have that name in Host. Only there is a name refused: a server that others can reach
 * is meant to be read by any name.
 */
static bool is_host_right(const struct http_server *server, const char *host)
{
	static const char *const loopback[] = { "localhost", "127.0.0.1", "[::1]" };
	size_t len;

	/* A browser always sends one. */
	if (!server->is_loopback || !host)
		return true;
	/* The port follows the last colon, or the colon after the brackets of an address. */
	len = strcspn(host, *host == '[' ? "]" : ":");
	len += host[len] == ']';
	for (size_t i = 0; i < ARRAY_SIZE(loopback); i++)
		if (strlen(loopback[i]) == len && !strncasecmp(host, loopback[i], len))
			return true;
	return strlen(server->host) == len && !strncasecmp(host, server->host, len);
}

struct http_server *http_new(const struct http_text *texts, size_t n, char **why)
{
	struct http_server *server = xcalloc(1, sizeof(*server));

	if (!load_microhttpd(server, why)) {
		free(server);
		return NULL;
	}
	server->fd = -1;
	server->texts = texts;
	server->n = n;
	server->published = xcalloc(n, sizeof(*server->published));
	pthread_mutex_init(&server->lock, NULL);
	pthread_cond_init(&server->fresh, NULL);
	return server;
}

/* --- the socket ---------------------------------------------------------------------------- */

static bool bind_to(struct http_server *server, const struct addrinfo *info)
{
	const int on = 1;

	server->fd = socket(info->ai_family, info->ai_socktype | SOCK_CLOEXEC, info->ai_protocol);
	if (server->fd < 0)
		return false;
	/* Connections that have just ended do not keep the port. */
	setsockopt(server->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (!bind(server->fd, info->ai_addr, info->ai_addrlen) && !listen(server->fd, SOMAXCONN))
		return true;
	int error = errno;

	close(server->fd);
	server->fd = -1;
	errno = error;
	return false;
}

static bool is_loopback(const struct addrinfo *info)
{
	const struct sockaddr_in *four = (const void *)info->ai_addr;
	const struct sockaddr_in6 *six = (const void *)info->ai_addr;

	if (info->ai_family == AF_INET)
		return ntohl(four->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
	return info->ai_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
}

bool http_listen(struct http_server *server, const char *address, char **why)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV };
	struct addrinfo *info;
	char host[NI_MAXHOST], port[HTTP_PORT_SIZE];
	int failed;
	bool good;

	if (!http_parse_address(address, host, sizeof(host), port))
		return set_error(why, "this is no ADDRESS:PORT");
	failed = getaddrinfo(host, port, &hints, &info);
	if (failed)
		return set_error(why, "%s", gai_strerror(failed));
	good = bind_to(server, info);
	server->is_loopback = is_loopback(info);
	snprintf(server->host, sizeof(server->host), strchr(host, ':') ? "[%s]" : "%s", host);
	freeaddrinfo(info);
	return good || set_error(why, "%s", strerror(errno));
}

void http_put_address(const struct http_server *server, struct buf *out)
{
	struct sockaddr_storage address;
	socklen_t len = sizeof(address);
	char host[NI_MAXHOST], port[NI_MAXSERV];

	if (getsockname(server->fd, (struct sockaddr *)&address, &len) ||
	    getnameinfo((struct sockaddr *)&address, len, host, sizeof(host), port, sizeof(port),
			NI_NUMERICHOST | NI_NUMERICSERV))
		return;
	buf_printf(out, address.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host, port);
}

/* --- clients ------------------------------------------------------------------------------- */

/*
 * Whether to disconnect a client rather than another one: without a request, or else the older one.
 */
static bool goes_before(const struct http_client *client, const struct http_client *other)
{
	if (client->asks != other->asks)
		return other->asks;
	return client->number < other->number;
}

/* Disconnects clients until there are no more than CLIENTS_MAX. The new one stays. */
static void drop_clients(struct http_server *server, const struct http_client *newest)
{
	for (;;) {
		struct http_client *first = NULL;
		unsigned n = 0;

		for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
			struct http_client *client = &server->clients[i];

			if (!client->used || client->dropped)
				continue;
			n++;
			if (client != newest && (!first || goes_before(client, first)))
				first = client;
		}
		if (n <= CLIENTS_MAX || !first)
			return;
		first->dropped = true;
		shutdown(first->fd, SHUT_RDWR);
	}
}

static struct http_client *add_client(struct http_server *server, int fd)
{
	for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
		struct http_client *client = &server->clients[i];

		if (client->used)
			continue;
		*client = (struct http_client){ .used = true,
						.fd = fd,
						.number = server->n_clients++ };
		drop_clients(server, client);
		return client;
	}
	return NULL;
}

/* The callback of libmicrohttpd at the begin and at the end of a connection. */
static void note_connection(void *ctx, struct MHD_Connection *connection, void **context,
			    enum MHD_ConnectionNotificationCode code)
{
	struct http_server *server = ctx;
	const union MHD_ConnectionInfo *info;
	struct http_client *client = *context;

	pthread_mutex_lock(&server->lock);
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		info = server->sym_MHD_get_connection_info(connection,
							   MHD_CONNECTION_INFO_CONNECTION_FD);
		*context = info ? add_client(server, info->connect_fd) : NULL;
	} else if (client) {
		client->used = false;
	}
	pthread_mutex_unlock(&server->lock);
}

/* Notes that a client has sent a request, or that the response to it was sent. */
static void note_request(struct http_server *server, struct MHD_Connection *connection, bool asks)
{
	const union MHD_ConnectionInfo *info =
		server->sym_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct http_client *client = info ? info->socket_context : NULL;

	if (!client)
		return;
	pthread_mutex_lock(&server->lock);
	client->asks = asks;
	pthread_mutex_unlock(&server->lock);
}

static void note_response(void *ctx, struct MHD_Connection *connection, void **request,
			  enum MHD_RequestTerminationCode code)
{
	(void)request, (void)code;
	note_request(ctx, connection, false);
}

/* --- requests, each in a thread ------------------------------------------------------------ */

/* Returns the last text whose type the client names, or the first one. */
static size_t choose_text(const struct http_server *server, struct MHD_Connection *connection)
{
	const char *accept =
		server->sym_MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept");

	for (size_t i = server->n - 1; accept && i; i--)
		if (strstr(accept, server->texts[i].accept))
			return i;
	return 0;
}

/*
 * Waits for a text that is newer than the request. Returns a response with it, or with the last
 * one.
 */
static struct MHD_Response *get_fresh(struct http_server *server, size_t i)
{
	struct published *published = &server->published[i];
	struct MHD_Response *response = NULL;
	struct timespec until;
	uint64_t before;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += FRESH_SECONDS;
	pthread_mutex_lock(&server->lock);
	before = published->serial;
	server->wanted |= 1u << i;
	while (published->serial == before && !server->closing)
		if (pthread_cond_timedwait(&server->fresh, &server->lock, &until))
			break;
	if (published->serial)
		response = server->sym_MHD_create_response_from_buffer(published->text.len,
								       published->text.data,
								       MHD_RESPMEM_MUST_COPY);
	pthread_mutex_unlock(&server->lock);
	if (response)
		server->sym_MHD_add_response_header(response, "Content-Type",
						    server->texts[i].type);
	return response;
}

static enum MHD_Result handle(void *ctx, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload,
			      size_t *upload_size, void **request)
{
	static char other[] = "this server has another name: use localhost or 127.0.0.1\n";
	static char none[] = "the metrics are at /metrics\n", late[] = "no metrics yet\n";
	struct http_server *server = ctx;
	struct MHD_Response *response = NULL;
	unsigned status = MHD_HTTP_OK;
	enum MHD_Result result;

	(void)version, (void)upload, (void)request;
	*upload_size = 0;
	note_request(server, connection, true);
	if (!is_host_right(server,
			   server->sym_MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
								   "Host")))
		status = MISDIRECTED_REQUEST;
	else if (strcmp(method, "GET") && strcmp(method, "HEAD"))
		status = MHD_HTTP_METHOD_NOT_ALLOWED;
	else if (strcmp(url, "/metrics"))
		status = MHD_HTTP_NOT_FOUND;
	else if (!(response = get_fresh(server, choose_text(server, connection))))
		status = MHD_HTTP_SERVICE_UNAVAILABLE;
	if (!response)
		response = status == MHD_HTTP_SERVICE_UNAVAILABLE
				   ? server->sym_MHD_create_response_from_buffer(
					     strlen(late), late, MHD_RESPMEM_PERSISTENT)
			   : status == MISDIRECTED_REQUEST
				   ? server->sym_MHD_create_response_from_buffer(
					     strlen(other), other, MHD_RESPMEM_PERSISTENT)
				   : server->sym_MHD_create_response_from_buffer(
					     strlen(none), none, MHD_RESPMEM_PERSISTENT);
	if (!response)
		return MHD_NO;
	result = server->sym_MHD_queue_response(connection, status, response);
	server->sym_MHD_destroy_response(response);
	return result;
}

/* --- the server ---------------------------------------------------------------------------- */

/*
 * The kernel ends a process without its handler if a thread that blocks one of these signals
 * crashes.
 */
static const int crashes[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGTRAP };

bool http_start(struct http_server *server)
{
	sigset_t others, before;

	/* Other signals are for the thread that traces. New threads have the mask of this one. */
	sigfillset(&others);
	for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
		sigdelset(&others, crashes[i]);
	pthread_sigmask(SIG_SETMASK, &others, &before);
	server->daemon = server->sym_MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD |
							      MHD_USE_THREAD_PER_CONNECTION |
							      MHD_USE_POLL | MHD_USE_ITC,
						      0, NULL, NULL, handle, server,
						      MHD_OPTION_LISTEN_SOCKET, server->fd,
						      MHD_OPTION_CONNECTION_TIMEOUT, CLIENT_SECONDS,
						      MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS_MAX,
						      MHD_OPTION_NOTIFY_CONNECTION, note_connection,
						      server, MHD_OPTION_NOTIFY_COMPLETED,
						      note_response, server, MHD_OPTION_END);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return server->daemon;
}

unsigned http_wanted(struct http_server *server)
{
	return __atomic_load_n(&server->wanted, __ATOMIC_RELAXED);
}

void http_publish(struct http_server *server, size_t i, const struct buf *text)
{
	struct published *published = &server->published[i];

	pthread_mutex_lock(&server->lock);
	buf_clear(&published->text);
	buf_put(&published->text, text->data, text->len);
	published->serial++;
	server->wanted &= ~(1u << i);
	pthread_cond_broadcast(&server->fresh);
	pthread_mutex_unlock(&server->lock);
}

void http_close(struct http_server *server)
{
	if (!server)
		return;
	pthread_mutex_lock(&server->lock);
	server->closing = true;
	pthread_cond_broadcast(&server->fresh);
	pthread_mutex_unlock(&server->lock);
	if (server->daemon)
		server->sym_MHD_stop_daemon(server->daemon);
	else if (server->fd >= 0)
		close(server->fd);
	for (size_t i = 0; i < server->n; i++)
		buf_free(&server->published[i].text);
	free(server->published);
	free(server);
}

#else

struct http_server *http_new(const struct http_text *texts, size_t n, char **why)
{
	(void)texts, (void)n;
	set_error(why, "this build of scry has no libmicrohttpd");
	return NULL;
}

/* There is no server, so that nothing calls the following functions. */
bool http_listen(struct http_server *server, const char *address, char **why)
{
	(void)server, (void)address;
	return set_error(why, "this build of scry has no libmicrohttpd");
}

void http_put_address(const struct http_server *server, struct buf *out)
{
	(void)server, (void)out;
}

bool http_start(struct http_server *server)
{
	(void)server;
	return false;
}

unsigned http_wanted(struct http_server *server)
{
	(void)server;
	return 0;
}

void http_publish(struct http_server *server, size_t i, const struct buf *text)
{
	(void)server, (void)i, (void)text;
}

void http_close(struct http_server *server)
{
	(void)server;
}

#endif
