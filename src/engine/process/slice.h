/* SPDX-License-Identifier: MIT */
#ifndef ENGINE_SLICE_H
#define ENGINE_SLICE_H

/*
 * Gives the calling thread the shortest slice, unless it has a policy of its own. Children inherit
 * the slice. See slice.c.
 */
void slice_shorten(void);

#endif
