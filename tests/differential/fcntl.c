/* SPDX-License-Identifier: MIT */
/* fcntl(2): descriptors, locks, seals, owners. */
#include <fcntl.h>
#include <signal.h>

#include "fixture.h"

struct kernel_flock {
	short type, whence;
	long start, len;
	int pid;
};

/* The 64-bit members are aligned to 4 bytes on i386, and to 8 bytes elsewhere. */
struct kernel_flock64 {
	short type, whence;
	int64_t start, len;
	int pid;
};

/*
 * Writes the struct of the command, and returns its size: locks of open file descriptions have
 * 64-bit members everywhere.
 */
static size_t store(void *at, int command, struct kernel_flock lock)
{
	struct kernel_flock64 wide = { lock.type, lock.whence, lock.start, lock.len, lock.pid };

	if (command >= F_OFD_GETLK && command <= F_OFD_SETLKW) {
		memcpy(at, &wide, sizeof(wide));
		return sizeof(wide);
	}
	memcpy(at, &lock, sizeof(lock));
	return sizeof(lock);
}

int main(void)
{
	static const int plain[] = { F_DUPFD,	 F_DUPFD_CLOEXEC, F_GETFD,	F_SETFD,
				     F_GETFL,	 F_SETFL,	  F_GETOWN,	F_SETOWN,
				     F_SETSIG,	 F_GETSIG,	  F_SETLEASE,	F_GETLEASE,
				     F_NOTIFY,	 F_SETPIPE_SZ,	  F_GETPIPE_SZ, F_ADD_SEALS,
				     F_GET_SEALS };
	static const long values[] = { 0, 1, 2, 15, 0x8002, 0x80000, -1 };
	static const int locks[] = { F_GETLK,	  F_SETLK,     F_SETLKW,
				     F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW };
	static const struct kernel_flock variants[] = {
		{ F_RDLCK, SEEK_SET, 0, 0, 0 },
		{ F_WRLCK, SEEK_CUR, 100, -5, 4711 },
		{ F_UNLCK, SEEK_END, -1, 0x7fffffff, -1 },
		{ 77, 88, 5, 6, 7 },
		{ -1, -1, -1, -1, -1 },
	};
	const struct kernel_flock released = { F_UNLCK, SEEK_SET, 1, 2, 3 };
	struct kernel_flock64 *lock, *lock64, other;
	size_t size = 0;
	uint64_t *hint;
	int *owner;

	fixture_begin();
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		for (size_t v = 0; v < sizeof(values) / sizeof(values[0]); v++)
			CALL_AND_FAIL(values[6 - v] & 0xfffff, SYS_fcntl, 3, plain[i], values[v]);
	lock = fixture_alloc(sizeof(*lock));
	for (size_t i = 0; i < sizeof(locks) / sizeof(locks[0]); i++) {
		for (size_t v = 0; v < sizeof(variants) / sizeof(variants[0]); v++) {
			store(lock, locks[i], variants[v]);
			CALL_AND_FAIL(0, SYS_fcntl, 4, locks[i], lock);
			size = store(&other, locks[i], released);
			fixture_change(lock, &other, size);
			CALL(SYS_fcntl, 4, locks[i], lock);
		}
		fixture_pointers(SYS_fcntl, ARGS(3, locks[i], 0), 2, lock, size);
	}
	lock64 = fixture_alloc(64);
	*lock64 = (struct kernel_flock64){ F_WRLCK, SEEK_CUR, 0x2345678900000064, 1, 0 };
#ifdef SYS_fcntl64
	for (int cmd = F_GETLK64; cmd <= F_SETLKW64; cmd++)
		CALL_AND_FAIL(0, SYS_fcntl64, 3, cmd, lock64);
	CALL_AND_FAIL(0, SYS_fcntl64, 3, F_GETFL);
#endif
	owner = fixture_alloc(8);
	for (owner[0] = -1; owner[0] < 4; owner[0]++) {
		owner[1] = 4711;
		CALL_AND_FAIL(0, SYS_fcntl, 3, F_SETOWN_EX, owner);
		CALL_AND_FAIL(0, SYS_fcntl, 3, F_GETOWN_EX, owner);
	}
	hint = fixture_alloc(8);
	for (*hint = 0; *hint < 7; ++*hint) {
		CALL_AND_FAIL(0, SYS_fcntl, 3, F_SET_RW_HINT, hint);
		CALL_AND_FAIL(0, SYS_fcntl, 3, F_GET_FILE_RW_HINT, hint);
	}
	CALL(SYS_fcntl, -1, -1, -1);
	CALL(SYS_fcntl, 0, 12345, 0x6789);
	fixture_end();
}
