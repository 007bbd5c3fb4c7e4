/* SPDX-License-Identifier: MIT */
/* Ends scry as the command has ended. */
#ifndef ENGINE_ENDING_H
#define ENGINE_ENDING_H

/* Ends this process with the exit code, or by the signal, of a wait status. */
void ending_repeat(int status) __attribute__((noreturn));

#endif
