/* SPDX-License-Identifier: MIT */
#ifndef ENGINE_SLICE_H
#define ENGINE_SLICE_H

/* The calling thread is let in soon wherever others compute; see slice.c. Children inherit it. */
void slice_shorten(void);

#endif
