/* SPDX-License-Identifier: MIT */
/*
 * Names of network interfaces. They are asked for when an event is shown, up to 50 ms after its
 * call. An interface that is gone by then has the last name that was seen.
 */
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/bpf/interfaces.h"
#include "scry/tracee.h"
#include "scry/util.h"

static struct bpf_interface *place_of_interface(struct bpf_engine *engine, uint64_t network,
						int index)
{
	return &engine->interfaces[(network + (unsigned)index) % BPF_INTERFACES];
}

static void remember_interface(struct bpf_engine *engine, uint64_t network, int index,
			       const char *name, size_t len)
{
	struct bpf_interface *place = place_of_interface(engine, network, index);

	*place = (struct bpf_interface){ .network = network, .index = index };
	memcpy(place->name, name, len < sizeof(place->name) ? len : sizeof(place->name) - 1);
}

void bpf_remember_interfaces(struct bpf_engine *engine)
{
	int socket_here = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	uint64_t network = socket_here < 0 ? 0 : tracee_network_cookie(socket_here);
	struct if_nameindex *all = network ? if_nameindex() : NULL;

	for (struct if_nameindex *each = all; all && each->if_index; each++)
		remember_interface(engine, network, (int)each->if_index, each->if_name,
				   strlen(each->if_name));
	if_freenameindex(all);
	if (socket_here >= 0)
		close(socket_here);
}

/* A network namespace, and how many threads may still be tried that may be in it. */
struct network_search {
	uint64_t cookie;
	unsigned tries;
	int socket; /* in it; -1: not found */
};

#define NETWORK_TRIES 16

static void try_network(struct tracee *tracee, void *ctx)
{
	const struct bpf_tracee *own = (const struct bpf_tracee *)tracee;
	struct network_search *search = ctx;

	if (search->socket >= 0 || !search->tries ||
	    (own->network && own->network != search->cookie))
		return;
	search->tries--;
	search->socket = tracee_open_network(tracee, -1, search->cookie);
}

/*
 * Opens a socket in the network namespace of the call, or returns -1. If the thread has ended
 * meanwhile, or has entered another namespace, other tracees may be in that which it had.
 */
static int open_network(const struct bpf_tracee *tracee, int fd)
{
	struct network_search search = {
		.cookie = tracee->network,
		.tries = NETWORK_TRIES,
		.socket = tracee_open_network(&tracee->base, fd, tracee->network),
	};

	if (search.socket < 0 && search.cookie)
		tracee_each(&tracee->engine->base.tracees, try_network, &search);
	return search.socket;
}

ssize_t bpf_interface_name(void *ctx, int fd, int index, char *buf, size_t len)
{
	const struct bpf_tracee *tracee = ctx;
	uint64_t network = tracee->network;
	const struct bpf_interface *place;
	ssize_t n = -1;
	int socket;

	if (index <= 0)
		return -1;
	socket = open_network(tracee, fd);
	if (socket >= 0) {
		network = tracee_network_cookie(socket);
		n = tracee_ask_interface(socket, index, buf, len);
		close(socket);
	}
	place = place_of_interface(tracee->engine, network, index);
	if (n >= 0 && network)
		remember_interface(tracee->engine, network, index, buf, (size_t)n);
	if (n >= 0 || !network || place->network != network || place->index != index)
		return n;
	n = (ssize_t)strnlen(place->name, len);
	memcpy(buf, place->name, (size_t)n);
	return n;
}
