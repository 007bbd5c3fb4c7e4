/* SPDX-License-Identifier: MIT */
/* Public header of src/export/: files that other programs open. Its consumers do the rest. */
#ifndef SCRY_EXPORT_H
#define SCRY_EXPORT_H

/* The files to write; NULL: none. */
struct export_config {
	const char *timeline_path, *page_path;	/* --timeline, --report */
	const char *dataset_path;		/* --export: a directory */
};

#endif
