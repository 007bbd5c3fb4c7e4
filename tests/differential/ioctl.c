/* SPDX-License-Identifier: MIT */
/* ioctl(2): terminals; numbers that nobody knows. */
#include <asm/termbits.h>
#include <asm/ioctls.h>
#include <linux/ioctl.h>

#include "fixture.h"

struct winsize_ {
	unsigned short rows, columns, x, y;
};

static void terminals(void)
{
	struct termios *termios =
		COPY(struct termios,
		     { .c_iflag = ICRNL | IXON | 0x4000,
		       .c_oflag = OPOST | ONLCR | CR1 | TAB3,
		       .c_cflag = B38400 | CS8 | CREAD | HUPCL,
		       .c_lflag = ISIG | ICANON | ECHO | ECHOE | ECHOK | IEXTEN | ECHOCTL | ECHOKE,
		       .c_line = 0,
		       .c_cc = { 3, 28, 127, 21, 4, 0, 1, 0, 17, 19, 26, 0, 18, 15, 23, 22, 0, 0,
				 0 } });
	struct winsize_ *size = COPY(struct winsize_, { 24, 80, 0, 65535 });
	int *number = COPY(int, { 4711 });

	for (int i = 0; i < 3; i++) {
		CALL_AND_FAIL(0, SYS_ioctl, 0, TCGETS, termios);
		CALL_AND_FAIL(0, SYS_ioctl, 0, TCSETS, termios);
		CALL_AND_FAIL(0, SYS_ioctl, 1, TCSETSW, termios);
		CALL_AND_FAIL(0, SYS_ioctl, 2, TCSETSF, termios);
		memset(termios, i ? 0 : 0xff, sizeof(*termios));
	}
	termios->c_lflag = ISIG;
	fixture_pointers(SYS_ioctl, ARGS(0, TCGETS, 0), 2, termios, sizeof(*termios));
	fixture_pointers(SYS_ioctl, ARGS(0, TCSETS, 0), 2, termios, sizeof(*termios));
	CALL_AND_FAIL(0, SYS_ioctl, 0, TIOCGWINSZ, size);
	CALL_AND_FAIL(0, SYS_ioctl, 0, TIOCSWINSZ, size);
	fixture_pointers(SYS_ioctl, ARGS(0, TIOCGWINSZ, 0), 2, size, sizeof(*size));
	CALL_AND_FAIL(0, SYS_ioctl, 0, TIOCGPGRP, number);
	CALL_AND_FAIL(0, SYS_ioctl, 0, TIOCSPGRP, number);
	CALL_AND_FAIL(0, SYS_ioctl, 0, FIONREAD, number);
	CALL_AND_FAIL(0, SYS_ioctl, 0, FIONBIO, number);
	fixture_pointers(SYS_ioctl, ARGS(0, FIONREAD, 0), 2, number, sizeof(*number));
	CALL_AND_FAIL(0, SYS_ioctl, 0, TIOCSCTTY, 1);
	CALL_AND_FAIL(0, SYS_ioctl, 0, TIOCNOTTY, 0);
	CALL_AND_FAIL(0, SYS_ioctl, 0, TCFLSH, 2);
	CALL_AND_FAIL(0, SYS_ioctl, 0, TCXONC, 1);
	CALL_AND_FAIL(0, SYS_ioctl, 0, FIOCLEX, 0);
}

static void unknown(void)
{
	static const unsigned long requests[] = {
		0,
		1,
		0xffffffff,
		_IOC(_IOC_READ, 'x', 0xf1, 5),
		_IOC(_IOC_WRITE, 0x9a, 1, 0x3fff),
		_IOC(_IOC_READ | _IOC_WRITE, 0xfe, 0, 0),
		_IO('Z', 0xee),
		0x5499,
	};
	char *data = fixture_room(64);

	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		CALL_AND_FAIL(i, SYS_ioctl, 3, requests[i], data);
	CALL(SYS_ioctl, -1, -1, -1);
}

int main(void)
{
	fixture_begin();
	terminals();
	fixture_forget();
	unknown();
	fixture_end();
}
