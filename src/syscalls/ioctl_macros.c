/* SPDX-License-Identifier: MIT */
/* Requests of ioctl(2) that macros make from a number or a size: EVIOCGNAME(32), MIXER_READ(3). */
#include "syscalls/table.h"

#define REQUEST(direction, type, number) ((direction) << 30 | (uint32_t)(type) << 8 | (number))
#define WRITES 1u
#define READS 2u
/* Any size; any number as well. */
#define OF_SIZE 0xc000ffff
#define OF_NUMBER 0xc000ff00
#define BY_SIZE(name, direction, type, number)                                        \
	{                                                                             \
		name, REQUEST(direction, type, number), OF_SIZE, NULL, 0, false, true \
	}

/*
 * linux/input.h, linux/hidraw.h, linux/hiddev.h, linux/joystick.h, linux/uinput.h,
 * linux/spi/spidev.h, linux/soundcard.h
 */
static const struct ioctl_macro macros[] = {
	BY_SIZE("EVIOCGNAME", READS, 'E', 0x06),
	BY_SIZE("EVIOCGPHYS", READS, 'E', 0x07),
	BY_SIZE("EVIOCGUNIQ", READS, 'E', 0x08),
	BY_SIZE("EVIOCGPROP", READS, 'E', 0x09),
	BY_SIZE("EVIOCGMTSLOTS", READS, 'E', 0x0a),
	BY_SIZE("EVIOCGKEY", READS, 'E', 0x18),
	BY_SIZE("EVIOCGLED", READS, 'E', 0x19),
	BY_SIZE("EVIOCGSND", READS, 'E', 0x1a),
	BY_SIZE("EVIOCGSW", READS, 'E', 0x1b),
	{ "EVIOCGBIT", REQUEST(READS, 'E', 0x20), 0xc000ffe0, &list_event_types, 0x20, true, true },
	{ "EVIOCGABS", REQUEST(READS, 'E', 0x40), 0xc000ffc0, &list_absolute_axes, 0x40, true,
	  false },
	{ "EVIOCSABS", REQUEST(WRITES, 'E', 0xc0), 0xc000ffc0, &list_absolute_axes, 0xc0, true,
	  false },
	BY_SIZE("HIDIOCGRAWNAME", READS, 'H', 0x04),
	BY_SIZE("HIDIOCGRAWPHYS", READS, 'H', 0x05),
	BY_SIZE("HIDIOCSFEATURE", READS, 'H', 0x06),
	BY_SIZE("HIDIOCSFEATURE", READS | WRITES, 'H', 0x06),
	BY_SIZE("HIDIOCGFEATURE", READS | WRITES, 'H', 0x07),
	BY_SIZE("HIDIOCGRAWUNIQ", READS, 'H', 0x08),
	BY_SIZE("HIDIOCGPHYS", READS, 'H', 0x12),
	BY_SIZE("JSIOCGNAME", READS, 'j', 0x13),
	BY_SIZE("UI_GET_SYSNAME", READS, 'U', 0x2c),
	BY_SIZE("SPI_IOC_MESSAGE", WRITES, 'k', 0x00),
	{ "MIXER_READ", REQUEST(READS, 'M', 0), OF_NUMBER, NULL, 0, true, false },
	{ "MIXER_WRITE", REQUEST(WRITES, 'M', 0), OF_NUMBER, NULL, 0, true, false },
};

const struct ioctl_macro *ioctl_macro_of(uint32_t request)
{
	for (size_t i = 0; i < sizeof(macros) / sizeof(macros[0]); i++)
		if ((request & macros[i].mask) == macros[i].value)
			return &macros[i];
	return NULL;
}
