/* SPDX-License-Identifier: MIT */
/* ioctl(2): terminals, files, block devices, interfaces, clocks, and unknown numbers. */
#include <asm/termbits.h>
#include <asm/ioctls.h>
#include <linux/blkpg.h>
#include <linux/btrfs.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <linux/if.h>
#include <linux/input.h>
#include <linux/ioctl.h>
#include <linux/kd.h>
#include <linux/loop.h>
#include <linux/nsfs.h>
#include <linux/perf_event.h>
#include <linux/rtc.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <linux/userfaultfd.h>

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
	struct winsize_ *size = COPY(struct winsize_, { 65535, 65534, 32768, 0 });
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

/* Makes a request with an object, and then with wrong pointers. */
static void try_all(unsigned long request, const void *object, size_t size)
{
	CALL_AND_FAIL(0, SYS_ioctl, 3, request, object);
	fixture_pointers(SYS_ioctl, ARGS(3, request, 0), 2, object, size);
}

static void numbers(void)
{
	static const unsigned long pointers[] = {
		FIONREAD,  BLKROGET,	    BLKROSET,	     BLKGETSIZE,       BLKGETSIZE64,
		BLKSSZGET, BLKPBSZGET,	    BLKIOMIN,	     BLKSECTGET,       BLKBSZGET,
		BLKBSZSET, FS_IOC_GETFLAGS, FS_IOC_SETFLAGS, NS_GET_OWNER_UID, RTC_VL_READ,
		FIOASYNC,  TIOCMGET,	    TIOCMBIS
	};
	static const unsigned long values[] = { BLKRASET,      FICLONE,	     NS_GET_USERNS,
						NS_GET_NSTYPE, RTC_AIE_ON,   RTC_UIE_OFF,
						BLKRRPART,     FIFREEZE,     LOOP_SET_FD,
						LOOP_CLR_FD,   LOOP_CTL_ADD, LOOP_CTL_GET_FREE,
						EVIOCGRAB,     TIOCSCTTY };
	unsigned long *number = fixture_alloc(8);

	memcpy(number, "\1\2\3\0\0\0\0", 8);
	for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++)
		try_all(pointers[i], number, 8);
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		CALL_AND_FAIL(0, SYS_ioctl, 3, values[i], 0);
		CALL(SYS_ioctl, 3, values[i], -1);
		fixture_result(5);
		CALL(SYS_ioctl, 3, values[i], 7);
	}
	fixture_result(0x10000000);
	CALL(SYS_ioctl, 3, NS_GET_NSTYPE, 0);
	fixture_result(0);
}

static void files(void)
{
	struct fsxattr *attributes =
		COPY(struct fsxattr,
		     { .fsx_xflags = 0x802, .fsx_extsize = 3, .fsx_nextents = 4, .fsx_projid = 5 });
	struct fstrim_range *range = COPY(struct fstrim_range, { 1, -1, 4096 });
	struct file_clone_range *clone = COPY(struct file_clone_range, { 4, 5, 6, 7 });
	struct fiemap *map = fixture_alloc(sizeof(*map) + 3 * sizeof(struct fiemap_extent));

	try_all(FS_IOC_FSGETXATTR, attributes, sizeof(*attributes));
	try_all(FS_IOC_FSSETXATTR, attributes, sizeof(*attributes));
	try_all(FITRIM, range, sizeof(*range));
	try_all(FICLONERANGE, clone, sizeof(*clone));
	map->fm_length = -1;
	map->fm_flags = FIEMAP_FLAG_SYNC;
	map->fm_extent_count = 3;
	CALL_AND_FAIL(0, SYS_ioctl, 3, FS_IOC_FIEMAP, map);
	map->fm_mapped_extents = 2;
	map->fm_extents[0] = (struct fiemap_extent){ 0, 4096, 8192, .fe_flags = 0x1001 };
	map->fm_extents[1] = (struct fiemap_extent){ 8192, 1, .fe_length = -1 };
	CALL(SYS_ioctl, 3, FS_IOC_FIEMAP, map);
	CALL_AND_FAIL(0, SYS_ioctl, 3, FS_IOC_GETFSLABEL, STRING("a label"));
	CALL_AND_FAIL(0, SYS_ioctl, 3, FS_IOC_SETFSLABEL, STRING("a label"));
}

static void block_devices(void)
{
	struct blkpg_partition *partition =
		COPY(struct blkpg_partition, { 512, -1, 3, "device", "volume" });
	struct blkpg_ioctl_arg *change =
		COPY(struct blkpg_ioctl_arg,
		     { BLKPG_ADD_PARTITION, 0, sizeof(*partition), partition });
	struct hd_geometry *geometry = COPY(struct hd_geometry, { 255, 63, 1024, 2048 });
	uint64_t *range = fixture_alloc(16);
	struct loop_info64 *loop =
		COPY(struct loop_info64, { .lo_device = 0x801,
					   .lo_inode = 5,
					   .lo_offset = 512,
					   .lo_sizelimit = 1024,
					   .lo_number = 7,
					   .lo_flags = LO_FLAGS_AUTOCLEAR | 0x100,
					   .lo_file_name = "/a/file",
					   .lo_encrypt_key = "key" });

	try_all(BLKPG, change, sizeof(*change));
	change->op = 77;
	change->data = (void *)NOWHERE;
	CALL(SYS_ioctl, 3, BLKPG, change);
	range[0] = 5;
	CALL_AND_FAIL(0, SYS_ioctl, 3, BLKDISCARD, range);
	try_all(HDIO_GETGEO, geometry, sizeof(*geometry));
	try_all(LOOP_SET_STATUS64, loop, sizeof(*loop));
	loop->lo_encrypt_key_size = 3;
	memset(loop->lo_file_name, 'n', 64);
	try_all(LOOP_GET_STATUS64, loop, sizeof(*loop));
	CALL_AND_FAIL(0, SYS_ioctl, 3, LOOP_SET_STATUS, loop);
}

static void clocks(void)
{
	struct rtc_time *time = COPY(struct rtc_time, { 1, 2, 3, 4, 5, 6, 7, 8, 9 });
	struct rtc_wkalrm *alarm = COPY(struct rtc_wkalrm, { 1, 0, { 1, 2, 3, 4, 5, 6, 7, 8, 9 } });
	struct rtc_pll_info *pll = COPY(struct rtc_pll_info, { 1, -2, 3, -4, 5, 6, 7 });

	try_all(RTC_RD_TIME, time, sizeof(*time));
	try_all(RTC_SET_TIME, time, sizeof(*time));
	try_all(RTC_WKALM_RD, alarm, sizeof(*alarm));
	try_all(RTC_PLL_GET, pll, sizeof(*pll));
}

static void kernel_interfaces(void)
{
	struct uffdio_api *api = COPY(struct uffdio_api, { UFFD_API, 3, 3 });
	struct uffdio_register *area =
		COPY(struct uffdio_register, { { 4096, 8192 }, UFFDIO_REGISTER_MODE_WP, 1 });
	struct uffdio_copy *copy = COPY(struct uffdio_copy, { 1, 2, 3, 1, -22 });
	struct uffdio_zeropage *zero = COPY(struct uffdio_zeropage, { { 1, 2 }, 1, 3 });
	struct seccomp_notif_resp *reply = COPY(struct seccomp_notif_resp, { 5, -1, -2, 1 });
	struct seccomp_notif_addfd *fd = COPY(struct seccomp_notif_addfd, { 5, 1, 6, 7, 02000000 });
	struct seccomp_notif *notification = fixture_alloc(sizeof(*notification));

	try_all(UFFDIO_API, api, sizeof(*api));
	try_all(UFFDIO_REGISTER, area, sizeof(*area));
	try_all(UFFDIO_UNREGISTER, area, sizeof(area->range));
	try_all(UFFDIO_COPY, copy, sizeof(*copy));
	try_all(UFFDIO_ZEROPAGE, zero, sizeof(*zero));
	try_all(SECCOMP_IOCTL_NOTIF_SEND, reply, sizeof(*reply));
	try_all(SECCOMP_IOCTL_NOTIF_ADDFD, fd, sizeof(*fd));
	CALL(SYS_ioctl, 3, SECCOMP_IOCTL_NOTIF_RECV, notification);
	try_all(SECCOMP_IOCTL_NOTIF_ID_VALID, notification, 8);
}

static void interfaces(void)
{
	static const unsigned long requests[] = {
		SIOCGIFNAME,   SIOCGIFINDEX,  SIOCGIFFLAGS, SIOCSIFFLAGS,   SIOCGIFMTU,
		SIOCSIFMTU,    SIOCGIFADDR,   SIOCSIFADDR,  SIOCGIFNETMASK, SIOCGIFBRDADDR,
		SIOCGIFTXQLEN, SIOCGIFMETRIC, SIOCGIFMAP,   SIOCSIFMAP,	    SIOCSIFNAME,
	};
	struct ifreq *request = fixture_alloc(sizeof(*request));

	strcpy(request->ifr_name, "eth0");
	memcpy(&request->ifr_addr, "\2\0\0\120\177\0\0\1", 8);
	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		try_all(requests[i], request, sizeof(*request));
	for (unsigned family = 0; family < 900; family += family < 32 ? 1 : family < 769 ? 16 : 7) {
		memcpy(&request->ifr_hwaddr, &(uint16_t){ family }, 2);
		CALL(SYS_ioctl, 3, SIOCGIFHWADDR, request);
	}
	try_all(SIOCGIFHWADDR, request, sizeof(*request));
	try_all(SIOCSIFHWADDR, request, sizeof(*request));
	CALL_AND_FAIL(0, SYS_ioctl, 3, SIOCBRADDBR, request);
	CALL_AND_FAIL(0, SYS_ioctl, 3, SIOCBRADDIF, request);
}

static void list_of_interfaces(void)
{
	struct ifreq *entries = fixture_alloc(40 * sizeof(*entries));
	struct ifconf *list = COPY(struct ifconf, { 4 * sizeof(*entries), { (void *)entries } });

	strcpy(entries[0].ifr_name, "lo");
	memcpy(&entries[0].ifr_addr, "\2\0\0\0\177\0\0\1", 8);
	strcpy(entries[1].ifr_name, "eth0");
	CHANGE(*list, { 2 * sizeof(*entries), { (void *)entries } });
	CALL_AND_FAIL(0, SYS_ioctl, 3, SIOCGIFCONF, list);
	for (int len = -40; len < 100; len += 20) {
		list->ifc_len = len;
		list->ifc_buf = (void *)NOWHERE;
		CALL_AND_FAIL(0, SYS_ioctl, 3, SIOCGIFCONF, list);
		list->ifc_buf = NULL;
		CALL_AND_FAIL(0, SYS_ioctl, 3, SIOCGIFCONF, list);
	}
	list->ifc_len = 2 * sizeof(*entries);
	list->ifc_buf = LAST_BYTES(sizeof(*entries));
	CALL_AND_FAIL(0, SYS_ioctl, 3, SIOCGIFCONF, list);
	list->ifc_len = 40 * sizeof(*entries);
	list->ifc_buf = (void *)entries;
	CALL_AND_FAIL(0, SYS_ioctl, 3, SIOCGIFCONF, list);
	CALL(SYS_ioctl, 3, SIOCGIFCONF, NOWHERE);
	CALL(SYS_ioctl, 3, SIOCGIFCONF, NULL);
}

static void input_devices(void)
{
	struct input_id *id = COPY(struct input_id, { 3, 0x46d, 0xc52b, 0x111 });
	struct input_absinfo *axis = COPY(struct input_absinfo, { 1, -2, 3, 4, 5, 6 });

	CALL_AND_FAIL(4, SYS_ioctl, 3, EVIOCGVERSION, id);
	try_all(EVIOCGID, id, sizeof(*id));
	fixture_result(sizeof(*axis));
	CALL(SYS_ioctl, 3, EVIOCGABS(ABS_X), axis);
	CALL(SYS_ioctl, 3, EVIOCSABS(0x3b), axis);
	CALL_AND_FAIL(11, SYS_ioctl, 3, EVIOCGNAME(20), STRING("a keyboard"));
	CALL_AND_FAIL(0, SYS_ioctl, 3, EVIOCGPHYS(1), NULL);
	CALL_AND_FAIL(0, SYS_ioctl, 3, EVIOCGBIT(EV_KEY, 96), NULL);
	CALL_AND_FAIL(0, SYS_ioctl, 3, EVIOCGBIT(0, 8), NULL);
	CALL_AND_FAIL(0, SYS_ioctl, 3, _IOC(_IOC_WRITE, 'M', 25, 4), 0);
}

/*
 * Structs with a count: the kernel reads only the counted elements, so mapped memory may end after
 * them.
 */
static void short_structs(void)
{
	struct kbsentry text = { .kb_func = 3 };
	struct kbdiacrs marks = { 2, { { 'a', 'b', 'c' }, { 'd', 'e', 'f' } } };
	struct kbdiacrsuc more = { 2, { { 'a', 'b', 'c' }, { 'd', 'e', 'f' } } };
	struct perf_event_query_bpf query = { 6, 3 };
	struct btrfs_ioctl_search_args search = { .key = { .tree_id = 5, .max_type = 3 } };

	memset(text.kb_string, 'x', sizeof(text.kb_string));
	CALL_AND_FAIL(0, SYS_ioctl, 3, KDSKBSENT, fixture_at_end(&text, sizeof(text)));
	CALL_AND_FAIL(0, SYS_ioctl, 3, KDGKBSENT, fixture_at_end(&text, sizeof(text)));
	for (size_t len = 1; len < sizeof(more); len += len < 40 ? 1 : 301) {
		if (len < sizeof(marks)) {
			CALL_AND_FAIL(0, SYS_ioctl, 3, KDSKBDIACR, fixture_at_end(&marks, len));
			CALL_AND_FAIL(0, SYS_ioctl, 3, KDGKBDIACR, fixture_at_end(&marks, len));
		}
		CALL_AND_FAIL(0, SYS_ioctl, 3, KDSKBDIACRUC, fixture_at_end(&more, len));
		CALL_AND_FAIL(0, SYS_ioctl, 3, KDGKBDIACRUC, fixture_at_end(&more, len));
	}
	/*
	 * After a successful call the count in the struct is the one that the kernel has written.
	 */
	for (size_t len = 1; len <= sizeof(query); len += len == 3 ? 5 : 1)
		CALL_AND_FAIL(0, SYS_ioctl, 3, PERF_EVENT_IOC_QUERY_BPF,
			      fixture_at_end(&query, len));
	/* The results are after the key, also if there are none. */
	fixture_result(-EINVAL);
	for (size_t len = 80; len < 200; len += 8)
		CALL(SYS_ioctl, 3, BTRFS_IOC_TREE_SEARCH, fixture_at_end(&search, len));
	fixture_result(0);
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
	char *data = fixture_alloc(64);

	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		CALL_AND_FAIL(i, SYS_ioctl, 3, requests[i], data);
	CALL(SYS_ioctl, -1, -1, -1);
}

int main(void)
{
	fixture_begin();
	terminals();
	fixture_free_all();
	numbers();
	files();
	fixture_free_all();
	block_devices();
	fixture_free_all();
	clocks();
	kernel_interfaces();
	fixture_free_all();
	interfaces();
	list_of_interfaces();
	input_devices();
	fixture_free_all();
	short_structs();
	fixture_free_all();
	unknown();
	fixture_end();
}
