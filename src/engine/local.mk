libscry_a_SOURCES += \
	src/engine/kinds.c \
	src/engine/ptrace/colocate/colocate.c \
	src/engine/ptrace/colocate/colocate.h \
	src/engine/ptrace/colocate/guard.c \
	src/engine/ptrace/colocate/guard.h \
	src/engine/ptrace/colocate/masks.c \
	src/engine/ptrace/colocate/masks.h \
	src/engine/ptrace/colocate/pin.c \
	src/engine/ptrace/colocate/pin.h \
	src/engine/ptrace/colocate/spread.c \
	src/engine/ptrace/colocate/spread.h \
	src/engine/ptrace/colocate/tick.c \
	src/engine/ptrace/colocate/tick.h \
	src/engine/gdb/ask.c \
	src/engine/gdb/ask.h \
	src/engine/gdb/gdb_calls.c \
	src/engine/gdb/gdb_calls.h \
	src/engine/gdb/description.c \
	src/engine/gdb/description.h \
	src/engine/gdb/events.c \
	src/engine/gdb/events.h \
	src/engine/gdb/files.c \
	src/engine/gdb/files.h \
	src/engine/gdb/gdb.c \
	src/engine/gdb/gdb.h \
	src/engine/gdb/hex.h \
	src/engine/gdb/link.c \
	src/engine/gdb/link.h \
	src/engine/gdb/gdb_memory.c \
	src/engine/gdb/gdb_memory.h \
	src/engine/gdb/open.c \
	src/engine/gdb/open.h \
	src/engine/gdb/gdb_registers.c \
	src/engine/gdb/gdb_registers.h \
	src/engine/gdb/signals.c \
	src/engine/gdb/signals.h \
	src/engine/gdb/stop.c \
	src/engine/gdb/stop.h \
	src/engine/process/descriptors.c \
	src/engine/process/descriptors.h \
	src/engine/process/ending.c \
	src/engine/process/ending.h \
	src/engine/process/limits.c \
	src/engine/process/limits.h \
	src/engine/process/children.c \
	src/engine/process/children.h \
	src/engine/process/pipe.c \
	src/engine/process/pipe.h \
	src/engine/process/signals.c \
	src/engine/process/signals.h \
	src/engine/process/slice.c \
	src/engine/process/slice.h \
	src/engine/process/user.c \
	src/engine/process/user.h \
	src/engine/ptrace/attach.c \
	src/engine/ptrace/attach.h \
	src/engine/ptrace/calibrate.c \
	src/engine/ptrace/classify.c \
	src/engine/ptrace/classify.h \
	src/engine/ptrace/collect.c \
	src/engine/ptrace/collect.h \
	src/engine/ptrace/crash.c \
	src/engine/ptrace/crash.h \
	src/engine/ptrace/crash_signals.c \
	src/engine/ptrace/crash_signals.h \
	src/engine/ptrace/debugger.c \
	src/engine/ptrace/debugger.h \
	src/engine/ptrace/delay.c \
	src/engine/ptrace/delay.h \
	src/engine/ptrace/detach.c \
	src/engine/ptrace/detach.h \
	src/engine/ptrace/hand_over.c \
	src/engine/ptrace/hand_over.h \
	src/engine/ptrace/keeper.c \
	src/engine/ptrace/keeper.h \
	src/engine/ptrace/late_filter.c \
	src/engine/ptrace/late_filter.h \
	src/engine/ptrace/launch.c \
	src/engine/ptrace/launch.h \
	src/engine/ptrace/life.c \
	src/engine/ptrace/life.h \
	src/engine/ptrace/options.c \
	src/engine/ptrace/options.h \
	src/engine/ptrace/pending.c \
	src/engine/ptrace/pending.h \
	src/engine/ptrace/ptrace.c \
	src/engine/ptrace/ptrace.h \
	src/engine/ptrace/refusal.c \
	src/engine/ptrace/refusal.h \
	src/engine/ptrace/stopped_call.c \
	src/engine/ptrace/stopped_call.h \
	src/engine/ptrace/remote.c \
	src/engine/ptrace/remote.h \
	src/engine/ptrace/report.c \
	src/engine/ptrace/report.h \
	src/engine/ptrace/resume.c \
	src/engine/ptrace/resume.h \
	src/engine/ptrace/rewrite.c \
	src/engine/ptrace/rewrite.h \
	src/engine/ptrace/rights.c \
	src/engine/ptrace/rights.h \
	src/engine/ptrace/sandbox.c \
	src/engine/ptrace/sandbox.h \
	src/engine/ptrace/stop.c \
	src/engine/ptrace/stop.h \
	src/engine/ptrace/supervisor.c \
	src/engine/ptrace/supervisor.h \
	src/engine/ptrace/syscall_stop.c \
	src/engine/ptrace/syscall_stop.h \
	src/engine/ptrace/timer.c \
	src/engine/ptrace/timer.h \
	src/engine/ptrace/tracees.c \
	src/engine/ptrace/tracees.h \
	src/engine/ptrace/untraced.c \
	src/engine/ptrace/untraced.h \
	src/engine/ptrace/verdict.c \
	src/engine/ptrace/verdict.h \
	src/engine/ptrace/wait.c \
	src/engine/ptrace/wait.h \
	src/engine/replay/replay.c \
	src/engine/rings/find.c \
	src/engine/rings/find.h \
	src/engine/rings/follow.c \
	src/engine/rings/follow.h \
	src/engine/rings/rings.c \
	src/engine/rings/table.c \
	src/engine/rings/table.h

# The bpf engine. Its kernel program is stored as two headers, without and with the guard of scry-capture, which
# maint/update-bpf makes: a build needs neither clang nor bpftool. --with-bpf=build compiles it into built/, whose headers come first.
bpf_program = src/engine/bpf/kernel/program.skel.h src/engine/bpf/kernel/program_guarded.skel.h
bpf_sources = \
	src/engine/auto/auto.c \
	src/engine/bpf/attach.c \
	src/engine/bpf/attach.h \
	src/engine/bpf/beside.h \
	src/engine/bpf/bpf.c \
	src/engine/bpf/bpf.h \
	src/engine/bpf/capture/borrow.c \
	src/engine/bpf/capture/borrow.h \
	src/engine/bpf/capture/protocol.h \
	src/engine/bpf/capture/refused.c \
	src/engine/bpf/capture/refused.h \
	src/engine/bpf/clock.h \
	src/engine/bpf/drain.c \
	src/engine/bpf/drain.h \
	src/engine/bpf/events.c \
	src/engine/bpf/events.h \
	src/engine/bpf/exec.c \
	src/engine/bpf/exec.h \
	src/engine/bpf/hold.c \
	src/engine/bpf/hold.h \
	src/engine/bpf/kernel/absent.bpf.h \
	src/engine/bpf/kernel/detail.bpf.h \
	src/engine/bpf/kernel/family.bpf.h \
	src/engine/bpf/kernel/kernel.h \
	src/engine/bpf/kernel/names.bpf.h \
	src/engine/bpf/kernel/requests.bpf.h \
	src/engine/bpf/kernel/shown.bpf.h \
	src/engine/bpf/kernel/sieves.bpf.h \
	src/engine/bpf/kernel/stacks.bpf.h \
	src/engine/bpf/kernel/tasks.bpf.h \
	src/engine/bpf/kernel/wire.h \
	src/engine/bpf/interfaces.c \
	src/engine/bpf/interfaces.h \
	src/engine/bpf/launch.c \
	src/engine/bpf/launch.h \
	src/engine/bpf/links.c \
	src/engine/bpf/links.h \
	src/engine/bpf/load.c \
	src/engine/bpf/load.h \
	src/engine/bpf/memory.c \
	src/engine/bpf/memory.h \
	src/engine/bpf/names.c \
	src/engine/bpf/names.h \
	src/engine/bpf/rename.h \
	src/engine/bpf/ring.c \
	src/engine/bpf/ring.h \
	src/engine/bpf/selections.c \
	src/engine/bpf/selections.h \
	src/engine/bpf/stacks.c \
	src/engine/bpf/stacks.h \
	src/engine/bpf/tasks.c \
	src/engine/bpf/tasks.h \
	src/engine/bpf/tracees.c \
	src/engine/bpf/tracees.h
if HAVE_BPF
libscry_a_SOURCES += $(bpf_sources) $(bpf_program)
# It is not linked with libscry.a: all that it has is in these files.
pkglibexec_PROGRAMS += scry-capture
scry_capture_SOURCES = src/engine/bpf/capture/scry-capture.c src/engine/bpf/links.c
scry_capture_CFLAGS = $(SCRY_CFLAGS) -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
scry_capture_LDFLAGS = $(CAPTURE_LDFLAGS) -Wl,-z,relro,-z,now
$(scry_capture_OBJECTS): | $(BUILT_SOURCES)
nodist_sbin_SCRIPTS += scry-capture-setup
scry-capture-setup: src/scry-capture-setup.in Makefile
	$(AM_V_GEN)sed 's|@pkglibexecdir@|$(pkglibexecdir)|; s|@chosen@|$(sysconfdir)/scry/capture|' $(srcdir)/src/scry-capture-setup.in >$@ && chmod +x $@
# The program that was installed has no capabilities. With DESTDIR a package is made, which has its own question.
install-exec-hook:
	@test -n '$(DESTDIR)' || sh ./scry-capture-setup --ask || :
CLEANFILES += scry-capture-setup
else
libscry_a_SOURCES += src/engine/no_bpf.c
endif
bpf_inputs = $(addprefix src/engine/bpf/kernel/,program.bpf.c absent.bpf.h detail.bpf.h family.bpf.h guard.bpf.h kernel.h names.bpf.h no_guard.bpf.h \
	requests.bpf.h shown.bpf.h sieves.bpf.h stacks.bpf.h tasks.bpf.h wire.h) \
	$(addprefix include/scry/kernel/,capture.h machine.h record.h sieve.h sift.h)
EXTRA_DIST += $(bpf_sources) $(bpf_program) src/engine/bpf/capture/scry-capture.c src/engine/bpf/kernel/guard.bpf.h \
	src/engine/bpf/kernel/no_guard.bpf.h src/engine/bpf/kernel/program.bpf.c src/engine/bpf/kernel/program.sums src/engine/no_bpf.c \
	src/scry-capture-setup.in
if HAVE_BPF
if MAKE_BPF
bpf_includes = -Ibuilt
built/bpf.stamp: $(bpf_inputs) maint/update-bpf
	$(AM_V_GEN)CLANG='$(CLANG)' BPFTOOL='$(BPFTOOL)' $(srcdir)/maint/update-bpf --into built && touch $@
CLEANFILES += built/engine/bpf/kernel/program.skel.h built/engine/bpf/kernel/program_guarded.skel.h
else
# A build goes on with a stored program that is not of these sources; "make check" fails.
built/bpf.stamp: $(bpf_inputs) $(bpf_program) src/engine/bpf/kernel/program.sums
	@$(MKDIR_P) built; $(srcdir)/maint/update-bpf --check || :; touch $@
endif
BUILT_SOURCES += built/bpf.stamp
CLEANFILES += built/bpf.stamp
endif
update-bpf:
	CLANG='$(CLANG)' BPFTOOL='$(BPFTOOL)' $(srcdir)/maint/update-bpf
.PHONY: update-bpf
