libscry_a_SOURCES += \
	src/arch/arch.c \
	src/arch/arch_data.h \
	src/arch/arm.c \
	src/arch/arm64.c \
	src/arch/i386.c \
	src/arch/loongarch64.c \
	src/arch/mips64el.c \
	src/arch/ppc64le.c \
	src/arch/registers.c \
	src/arch/riscv64.c \
	src/arch/s390x.c \
	src/arch/x86.c
nodist_libscry_a_SOURCES += src/arch/syscall_ids.c
BUILT_SOURCES += src/arch/syscall_ids.h
CLEANFILES += src/arch/syscall_ids.h src/arch/syscall_ids.c
EXTRA_DIST += src/arch/ids.awk src/arch/syscalls.tsv

# The list of ABIs is SCRY_ABIS in abi.h: generated files depend on it.
abi_list = $(srcdir)/include/scry/abi.h
abi_names = $$(sed -n 's/^\tX(\([a-z0-9_]*\)).*/\1/p' $(abi_list) | tr '\n' ' ')
arch_ids_inputs = $(srcdir)/src/arch/ids.awk $(srcdir)/src/arch/syscalls.tsv $(abi_list)
arch_ids_awk = $(AM_V_GEN)$(MKDIR_P) src/arch && \
	LC_ALL=C $(AWK) -v abis="$(abi_names)" -f $(srcdir)/src/arch/ids.awk
src/arch/syscall_ids.h: $(arch_ids_inputs)
	$(arch_ids_awk) -v make=header $(srcdir)/src/arch/syscalls.tsv >$@.tmp && mv $@.tmp $@
src/arch/syscall_ids.c: $(arch_ids_inputs)
	$(arch_ids_awk) -v make=source $(srcdir)/src/arch/syscalls.tsv >$@.tmp && mv $@.tmp $@
