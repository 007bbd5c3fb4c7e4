/* SPDX-License-Identifier: MIT */
/* Gives up the descriptors that scry was given for the command. */
#ifndef ENGINE_DESCRIPTORS_H
#define ENGINE_DESCRIPTORS_H

/*
 * Closes the descriptors that scry was given and that only the command needs: all but stderr. 0 and
 * 1 become /dev/null. The caller has launched the command, or the process that launches it, as
 * another process before.
 */
void descriptors_release(void);

#endif
