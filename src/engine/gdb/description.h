/* SPDX-License-Identifier: MIT */
/*
 * Target descriptions: XML in which a stub says which machine the program runs on, and in which
 * order its packets have the registers (GDB manual, "Target Descriptions"). Only three tags matter,
 * so that a reader of tags is enough: it knows neither entities nor document types, which hostile
 * descriptions use to grow.
 */
#ifndef ENGINE_GDB_DESCRIPTION_H
#define ENGINE_GDB_DESCRIPTION_H

#include "scry/arch.h"
#include "scry/util.h"

/* The maximum number of registers of a description, and of files that it includes. */
#define DESCRIPTION_REGISTERS_MAX 4096
#define DESCRIPTION_FILES_MAX 64

/* A register of struct registers, as packets have it. */
struct gdb_register {
	bool is_there;
	uint8_t size; /* in bytes: 4 or 8 */
	uint32_t number; /* for the packets "p" and "P" */
	uint32_t offset; /* in the packet "g", in bytes */
};

#define GDB_REGISTERS (sizeof(((struct registers *)0)->bytes) / 4)

/* The machine of a program. */
struct gdb_machine {
	struct gdb_machine *next; /* of the engine's list */
	uint64_t hash; /* of the main file of the description */
	const struct arch *arch;
	const struct call_registers *calls; /* of the ABI that the program was built for */
	const struct abi *abi;
	struct gdb_register registers[GDB_REGISTERS]; /* by their index in struct registers */
};

/* Gets a file of the description. Returns false if there is none. */
typedef bool description_get(void *ctx, const char *name, struct buf *file);

/*
 * Reads the description whose main file is given. On failure returns false with *why, which the
 * caller frees.
 */
bool description_read(const struct buf *file, description_get *get, void *ctx,
		      struct gdb_machine *machine, char **why);

#endif
