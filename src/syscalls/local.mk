# The families: rows and struct types. rows.awk reads them, so that a row is registered by being there.
syscalls_families = \
	src/syscalls/aio.c \
	src/syscalls/bpf.c \
	src/syscalls/creds.c \
	src/syscalls/events.c \
	src/syscalls/fcntl.c \
	src/syscalls/file.c \
	src/syscalls/io.c \
	src/syscalls/io_uring.c \
	src/syscalls/ioctl.c \
	src/syscalls/ioctl_block.c \
	src/syscalls/ioctl_btrfs.c \
	src/syscalls/ioctl_console.c \
	src/syscalls/ioctl_devices.c \
	src/syscalls/ioctl_dm.c \
	src/syscalls/ioctl_flash.c \
	src/syscalls/ioctl_input.c \
	src/syscalls/ioctl_kernel.c \
	src/syscalls/ioctl_kvm.c \
	src/syscalls/ioctl_macros.c \
	src/syscalls/ioctl_misc.c \
	src/syscalls/ioctl_network.c \
	src/syscalls/ioctl_scsi.c \
	src/syscalls/ioctl_video.c \
	src/syscalls/ipc.c \
	src/syscalls/kvm.c \
	src/syscalls/mapping.c \
	src/syscalls/misc.c \
	src/syscalls/mount.c \
	src/syscalls/netlink.c \
	src/syscalls/netlink_diag.c \
	src/syscalls/netlink_generic.c \
	src/syscalls/netlink_link.c \
	src/syscalls/netlink_route.c \
	src/syscalls/netlink_tc.c \
	src/syscalls/netlink_values.c \
	src/syscalls/network.c \
	src/syscalls/poll.c \
	src/syscalls/prctl.c \
	src/syscalls/process.c \
	src/syscalls/ptrace.c \
	src/syscalls/quota.c \
	src/syscalls/sched.c \
	src/syscalls/signal.c \
	src/syscalls/sockopt.c \
	src/syscalls/sockopt_structs.c \
	src/syscalls/stat.c \
	src/syscalls/time.c
syscalls_lists = $(patsubst $(srcdir)/%,%,$(sort $(wildcard $(srcdir)/src/syscalls/flags/*.list)))

libscry_a_SOURCES += $(syscalls_families) \
	src/syscalls/list.c \
	src/syscalls/naming.c \
	src/syscalls/netlink.h \
	src/syscalls/rows_data.h \
	src/syscalls/syscalls.c \
	src/syscalls/waits.c \
	src/syscalls/table.h \
	src/syscalls/types.c
nodist_libscry_a_SOURCES += src/syscalls/fields.c src/syscalls/lists.c src/syscalls/rows.c
BUILT_SOURCES += src/syscalls/fields.h src/syscalls/lists.h src/syscalls/rows.h
CLEANFILES += src/syscalls/fields.h src/syscalls/fields.c src/syscalls/lists.h src/syscalls/lists.c src/syscalls/rows.h src/syscalls/rows.c
EXTRA_DIST += src/syscalls/fields.awk src/syscalls/lists.awk src/syscalls/rows.awk $(syscalls_lists)

# They depend on this file and on the directory of the lists, too: a list or family that was taken out must go.
syscalls_lists_in = $(syscalls_lists:%=$(srcdir)/%)
syscalls_lists_all = $(srcdir)/src/syscalls/flags $(syscalls_lists_in)
syscalls_rows_in = $(syscalls_families:%=$(srcdir)/%)
src/syscalls/lists.h: $(srcdir)/src/syscalls/local.mk $(abi_list) $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_all)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v abis="$(abi_names)" -v make=header \
		-f $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in) >$@.tmp && mv $@.tmp $@
src/syscalls/lists.c: $(srcdir)/src/syscalls/local.mk $(abi_list) $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_all)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v abis="$(abi_names)" -v make=source \
		-f $(srcdir)/src/syscalls/lists.awk $(syscalls_lists_in) >$@.tmp && mv $@.tmp $@
src/syscalls/rows.h: $(srcdir)/src/syscalls/local.mk $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v make=header \
		-f $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in) >$@.tmp && mv $@.tmp $@
src/syscalls/rows.c: $(srcdir)/src/syscalls/local.mk $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v make=source \
		-f $(srcdir)/src/syscalls/rows.awk $(syscalls_rows_in) >$@.tmp && mv $@.tmp $@
syscalls_fields_in = $(srcdir)/src/syscalls/table.h $(srcdir)/src/syscalls/netlink.h $(srcdir)/src/syscalls/types.c $(syscalls_rows_in) $(syscalls_lists_in)
src/syscalls/fields.h: $(srcdir)/src/syscalls/local.mk $(srcdir)/src/syscalls/flags $(srcdir)/src/syscalls/fields.awk $(syscalls_fields_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v make=header \
		-f $(srcdir)/src/syscalls/fields.awk $(syscalls_fields_in) >$@.tmp && mv $@.tmp $@
src/syscalls/fields.c: $(srcdir)/src/syscalls/local.mk $(srcdir)/src/syscalls/flags $(srcdir)/src/syscalls/fields.awk $(syscalls_fields_in)
	$(AM_V_GEN)$(MKDIR_P) src/syscalls && LC_ALL=C $(AWK) -v make=source \
		-f $(srcdir)/src/syscalls/fields.awk $(syscalls_fields_in) >$@.tmp && mv $@.tmp $@
