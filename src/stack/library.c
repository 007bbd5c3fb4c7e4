/* SPDX-License-Identifier: MIT */
/* Libraries that are loaded only when stacks are asked for: nobody else shall wait for them. */
#include "stack/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "scry/util.h"

static void *fail(void *handle, char **why)
{
	*why = xstrdup(dlerror());
	if (handle)
		dlclose(handle);
	return NULL;
}

void *library_load(const char *soname, const struct library_function *functions, size_t n,
		   void *pointers, char **why)
{
	void *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);

	if (!handle)
		return fail(NULL, why);
	for (size_t i = 0; i < n; i++) {
		void *function = dlsym(handle, functions[i].name);

		if (!function)
			return fail(handle, why);
		memcpy((char *)pointers + functions[i].place, &function, sizeof(function));
	}
	return handle;
}
