/* SPDX-License-Identifier: MIT */
/* Loads libraries with dlopen(3), so that scry starts fast when no option needs them. */

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "scry/util.h"

static void set_function(void *pointers, const struct library_function *function, void *address)
{
	memcpy((char *)pointers + function->offset, &address, sizeof(address));
}

#ifdef SCRY_STATIC

/* The library is part of the program. The handle only says that it is there. */
void *library_load(const char *soname, const struct library_function *functions, size_t n,
		   void *pointers, char **why)
{
	(void)soname, (void)why;
	for (size_t i = 0; i < n; i++)
		set_function(pointers, &functions[i], functions[i].linked);
	return (void *)functions;
}

#else

static void *fail_to_open(void *handle, char **why)
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
		return fail_to_open(NULL, why);
	for (size_t i = 0; i < n; i++) {
		void *function = dlsym(handle, functions[i].name);

		if (!function)
			return fail_to_open(handle, why);
		set_function(pointers, &functions[i], function);
	}
	return handle;
}

#endif
