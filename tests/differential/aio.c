/* SPDX-License-Identifier: MIT */
/* Asynchronous input and output. */
#include <linux/aio_abi.h>
#include <stdbool.h>
#include <sys/uio.h>

#include "fixture.h"

#define BLOCKS 40

/* Submits every operation, with and without the members that depend on flags. */
static struct iocb **blocks(struct iovec *vector)
{
	struct iocb *block = fixture_alloc(BLOCKS * sizeof(*block));
	struct iocb **list = fixture_alloc(BLOCKS * sizeof(*list));

	for (int i = 0; i < BLOCKS; i++) {
		bool vectored = i % 10 > 6;

		list[i] = &block[i];
		block[i] = (struct iocb){
			.aio_data = i,
			.aio_key = i % 3,
			.aio_rw_flags = i % 5,
			.aio_lio_opcode = i % 10,
			.aio_reqprio = i % 4 > 1 ? 0x4003 : i,
			.aio_fildes = i,
			.aio_buf = (uintptr_t)(vectored ? (void *)vector : vector[0].iov_base),
			.aio_nbytes = vectored ? 2 : 5,
			.aio_offset = i * 10,
			.aio_flags = i % 4,
			.aio_resfd = 9,
		};
	}
	return list;
}

static void submitting(void)
{
	struct iovec *vector = fixture_alloc(2 * sizeof(*vector));
	unsigned long *context = COPY(unsigned long, { 0x7000 });
	struct io_event *event = fixture_alloc(sizeof(*event));
	struct iocb **list;

	vector[0] = (struct iovec){ STRING("hello"), 5 };
	vector[1] = (struct iovec){ vector[0].iov_base, 3 };
	list = blocks(vector);
	CALL_AND_FAIL(0, SYS_io_setup, 10, context);
	CALL(SYS_io_setup, -1, NOWHERE);
	CALL_AND_FAIL(0, SYS_io_destroy, 0x7000);
	CALL(SYS_io_destroy, -1);
	for (long n = -1; n < 12; n++)
		CALL_AND_FAIL(n < 0 ? 0 : n, SYS_io_submit, 0x7000, n, list);
	CALL(SYS_io_submit, 0x7000, BLOCKS, list);
	for (int i = 0; i < 10; i++)
		CALL_AND_FAIL(0, SYS_io_cancel, 0x7000, list[i], event);
	fixture_pointers(SYS_io_cancel, ARGS(0x7000, 0, 0), 1, list[0], sizeof(**list));
	list[1] = NULL;
	list[2] = (struct iocb *)NOWHERE;
	CALL(SYS_io_submit, 0x7000, 4, list);
	fixture_pointers(SYS_io_submit, ARGS(0x7000, 2, 0), 2, list, 2 * sizeof(*list));
}

static void getting(void)
{
	struct io_event *events = fixture_alloc(BLOCKS * sizeof(*events));
	long *time = fixture_alloc(16);
	struct {
		void *mask;
		unsigned long size;
	} *pack = fixture_alloc(sizeof(*pack));

	time[0] = 1;
	time[1] = 5;
	*pack = (typeof(*pack)){ COPY(uint64_t, { SIGNALS(0x4002) }), 8 };
	for (int i = 0; i < BLOCKS; i++)
		events[i] = (struct io_event){ i, 0x1000 + i, i - 1, -i };
	for (long n = -1; n < 4; n++) {
		CALL_AND_FAIL(n < 0 ? 0 : n, SYS_io_getevents, 0x7000, n, 10, events, time);
		CALL_AND_FAIL(n < 0 ? 0 : n, SYS_io_getevents, 0x7000, 1, n, events, NULL);
	}
	fixture_result(35);
	CALL(SYS_io_getevents, 0x7000, 1, BLOCKS, events, time);
	fixture_result(2);
	fixture_pointers(SYS_io_getevents, ARGS(0x7000, 1, 4, 0, 0), 3, events,
			 2 * sizeof(*events));
	CALL_AND_FAIL(2, SYS_io_pgetevents, 0x7000, 1, 4, events, time, pack);
	CALL_AND_FAIL(2, SYS_io_pgetevents, 0x7000, 1, 4, events, time, NULL);
	CALL_AND_FAIL(2, SYS_io_pgetevents, 0x7000, 1, 4, events, NULL, NOWHERE);
	fixture_result(0);
}

int main(void)
{
	fixture_begin();
	submitting();
	fixture_free_all();
	getting();
	fixture_end();
}
