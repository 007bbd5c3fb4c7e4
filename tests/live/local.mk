# Tests that run scry on small programs.
live_tests = \
	tests/live/attach_test.sh \
	tests/live/bits32_test.sh \
	tests/live/bpf_attach_test.sh \
	tests/live/bpf_bounds_test.sh \
	tests/live/bpf_cold_test.sh \
	tests/live/bpf_count_test.sh \
	tests/live/bpf_ends_test.sh \
	tests/live/bpf_fixtures_test.sh \
	tests/live/bpf_hold_test.sh \
	tests/live/bpf_late_test.sh \
	tests/live/bpf_live_more_test.sh \
	tests/live/bpf_live_test.sh \
	tests/live/bpf_names_test.sh \
	tests/live/bpf_loss_test.sh \
	tests/live/bpf_refused_test.sh \
	tests/live/bpf_stack_test.sh \
	tests/live/bpf_targets_test.sh \
	tests/live/bpf_tasks_test.sh \
	tests/live/bpf_terminal_test.sh \
	tests/live/bpf_text_test.sh \
	tests/live/bpf_waiting_test.sh \
	tests/live/capture_test.sh \
	tests/live/color_test.sh \
	tests/live/confined_test.sh \
	tests/live/containers_test.sh \
	tests/live/dump_test.sh \
	tests/live/debuggers_test.sh \
	tests/live/descriptors_test.sh \
	tests/live/engine_test.sh \
	tests/live/errors_test.sh \
	tests/live/everyday_test.sh \
	tests/live/figures_test.sh \
	tests/live/flame_graph_test.sh \
	tests/live/follow_test.sh \
	tests/live/frames_test.sh \
	tests/live/foreign_test.sh \
	tests/live/gdb_qemu_test.sh \
	tests/live/gdb_stub_test.sh \
	tests/live/gdb_test.sh \
	tests/live/given_test.sh \
	tests/live/hand_over_lent_test.sh \
	tests/live/hand_over_test.sh \
	tests/live/hostile_test.sh \
	tests/live/informed_test.sh \
	tests/live/json_examples_test.sh \
	tests/live/json_test.sh \
	tests/live/keeper_test.sh \
	tests/live/kernels_test.sh \
	tests/live/late_filter_test.sh \
	tests/live/launch_test.sh \
	tests/live/log_merge_test.sh \
	tests/live/man_examples_test.sh \
	tests/live/metrics_test.sh \
	tests/live/leaving_test.sh tests/live/limits_test.sh \
	tests/live/names_test.sh \
	tests/live/namespaces_test.sh \
	tests/live/notes_test.sh \
	tests/live/not_run_test.sh \
	tests/live/options_test.sh \
	tests/live/newer_test.sh \
	tests/live/output_test.sh \
	tests/live/replay_output_test.sh \
	tests/live/other_descriptors_test.sh \
	tests/live/parity_test.sh \
	tests/live/pid_places_test.sh \
	tests/live/placed_test.sh \
	tests/live/policy_test.sh \
	tests/live/policy_container_test.sh \
	tests/live/proc_test.sh \
	tests/live/record_alone_test.sh \
	tests/live/record_damage_test.sh \
	tests/live/diff_test.sh \
	tests/live/from_test.sh \
	tests/live/record_test.sh \
	tests/live/remembered_test.sh \
	tests/live/where_facts_test.sh \
	tests/live/report_test.sh \
	tests/live/config_test.sh \
	tests/live/service_test.sh \
	tests/live/otlp_test.sh \
	tests/live/timeline_test.sh \
	tests/live/dataset_test.sh \
	tests/live/trees_test.sh \
	tests/live/rights_test.sh \
	tests/live/rings_test.sh \
	tests/live/sandbox_test.sh \
	tests/live/signals_test.sh \
	tests/live/stack_test.sh \
	tests/live/starve_test.sh \
	tests/live/stopped_test.sh \
	tests/live/summary_test.sh \
	tests/live/readme_test.sh \
	tests/live/reading_test.sh \
	tests/live/tamper_test.sh \
	tests/live/target_names_test.sh \
	tests/live/target_test.sh \
	tests/live/top_test.sh \
	tests/live/unmeasured_test.sh \
	tests/live/uring_test.sh \
	tests/live/truth_test.sh \
	tests/live/user_test.sh \
	tests/live/shorthand_test.sh \
	tests/live/where_test.sh
live_tests += tests/live/why_test.sh
EXTRA_DIST += tests/live/why.tsv
dist_check_SCRIPTS += $(live_tests)
EXTRA_DIST += tests/live/lib.sh tests/live/bpf_live.tsv tests/live/bpf_reasons.tsv tests/live/gdb_reasons.tsv tests/live/options.tsv tests/live/where.tsv tests/live/where_errors.tsv tests/live/programs/emulated.c tests/live/programs/stacks.c tests/live/programs/starve.c tests/live/examples.py tests/live/json_examples.py tests/live/tree_compare.py tests/live/validate.py tests/live/collector.py tests/live/told_stub.py

live_programs = tests/live/asked tests/live/becomes tests/live/blocked tests/live/brood tests/live/cold tests/live/counter tests/live/crowd tests/live/debugged tests/live/denied tests/live/descriptors tests/live/figures \
	tests/live/confine tests/live/given tests/live/heavy tests/live/held tests/live/hostile tests/live/informed tests/live/interrupted tests/live/late_signal tests/live/lengths tests/live/names tests/live/old_poll tests/live/other_descriptors tests/live/pid_places tests/live/placed tests/live/queried tests/live/queue \
	tests/live/numbered tests/live/released tests/live/renamed tests/live/reused tests/live/ring tests/live/sampler \
	tests/live/sandboxed tests/live/steady tests/live/stopped \
	tests/live/engines tests/live/talker tests/live/tampered tests/live/thread_exec tests/live/untouched tests/live/uring tests/live/victim \
	tests/live/waiting tests/live/walker tests/live/witness
# The machine that one of them makes with KVM is of this architecture; other ones have no pause(2).
if X86_64
live_programs += tests/live/dying tests/live/handed tests/live/machine
endif
if HAVE_BPF
live_programs += tests/live/captor
endif
live_programs += tests/live/broken
live_programs += tests/live/bounds
live_programs += tests/live/parity tests/live/parted
check_PROGRAMS += $(live_programs)
# The programs of bits32_test, for the 32-bit ABI that the kernel of the machine knows, too.
live_programs_32 = tests/live32/becomes tests/live32/blocked tests/live32/changed tests/live32/counter tests/live32/crowd tests/live32/interrupted tests/live32/numbered tests/live32/parity tests/live32/other_descriptors tests/live32/queue tests/live32/sandboxed tests/live32/stopped tests/live32/thread_exec
tests/live32/%: $(srcdir)/tests/live/programs/%.c cc32
	$(AM_V_CC)$(MKDIR_P) tests/live32 && if test -n "$(CC32)"; then \
		$(CC32) -D_GNU_SOURCE -std=gnu11 -g -O1 -Wall -Wextra -o $@ $< -lpthread; \
	else rm -f $@ && echo "no compiler" >$@; fi
check_DATA += $(live_programs_32)
CLEANFILES += $(live_programs_32)
EXTRA_DIST += tests/live/programs/changed.c
tests_live_asked_SOURCES = tests/live/programs/asked.c
tests_live_becomes_SOURCES = tests/live/programs/becomes.c
tests_live_brood_SOURCES = tests/live/programs/brood.c
tests_live_witness_SOURCES = tests/live/programs/witness.c
tests_live_debugged_SOURCES = tests/live/programs/debugged.c
tests_live_debugged_CFLAGS = $(live_cflags)
tests_live_blocked_SOURCES = tests/live/programs/blocked.c
tests_live_blocked_CFLAGS = $(live_cflags)
tests_live_blocked_LDADD = -lpthread
tests_live_captor_SOURCES = tests/live/programs/captor.c
tests_live_captor_CFLAGS = $(live_cflags)
tests_live_captor_LDADD = -lpthread
tests_live_parity_SOURCES = tests/live/programs/parity.c
tests_live_parity_CFLAGS = $(live_cflags) -Wno-unused-result
tests_live_parity_LDADD = -lpthread
tests_live_parted_SOURCES = tests/live/programs/parted.c
tests_live_parted_CFLAGS = $(live_cflags) -Wno-unused-result
tests_live_bounds_SOURCES = tests/live/programs/bounds.c
tests_live_bounds_CFLAGS = $(live_cflags) -Wno-unused-result
tests_live_broken_SOURCES = tests/live/programs/broken.c
tests_live_broken_CFLAGS = $(live_cflags) -Wno-unused-result
tests_live_broken_LDADD = -lpthread
tests_live_cold_SOURCES = tests/live/programs/cold.c
tests_live_cold_CFLAGS = $(live_cflags)
tests_live_counter_SOURCES = tests/live/programs/counter.c
tests_live_counter_CFLAGS = $(live_cflags)
tests_live_counter_LDADD = -lpthread
tests_live_confine_SOURCES = tests/live/programs/confine.c
tests_live_confine_CFLAGS = $(live_cflags)
tests_live_victim_SOURCES = tests/live/programs/victim.c
tests_live_victim_CFLAGS = $(live_cflags)
tests_live_victim_LDADD = -lpthread
tests_live_crowd_SOURCES = tests/live/programs/crowd.c
tests_live_crowd_CFLAGS = $(live_cflags)
tests_live_crowd_LDADD = -lpthread
tests_live_denied_SOURCES = tests/live/programs/denied.c
tests_live_denied_LDADD = libscry.a
tests_live_descriptors_SOURCES = tests/live/programs/descriptors.c
tests_live_other_descriptors_SOURCES = tests/live/programs/other_descriptors.c
tests_live_other_descriptors_CFLAGS = $(live_cflags)
tests_live_other_descriptors_LDADD = -lpthread
tests_live_pid_places_SOURCES = tests/live/programs/pid_places.c
tests_live_pid_places_LDADD = -lpthread
tests_live_descriptors_CFLAGS = $(live_cflags)
tests_live_dying_SOURCES = tests/live/programs/dying.c
tests_live_dying_CFLAGS = $(live_cflags) -Wno-null-dereference
tests_live_dying_LDADD = -lpthread
tests_live_figures_SOURCES = tests/live/programs/figures.c
tests_live_figures_CFLAGS = $(live_cflags) -Wno-unused-result
tests_live_given_SOURCES = tests/live/programs/given.c
tests_live_given_CFLAGS = $(live_cflags)
tests_live_held_SOURCES = tests/live/programs/held.c
tests_live_held_CFLAGS = $(live_cflags) -Wno-unused-result
tests_live_handed_SOURCES = tests/live/programs/handed.c
tests_live_handed_CFLAGS = $(live_cflags)
tests_live_handed_LDADD = -lpthread
tests_live_interrupted_SOURCES = tests/live/programs/interrupted.c
tests_live_interrupted_CFLAGS = $(live_cflags)
tests_live_informed_SOURCES = tests/live/programs/informed.c
tests_live_informed_CFLAGS = $(live_cflags)
tests_live_heavy_SOURCES = tests/live/programs/heavy.c
tests_live_heavy_CFLAGS = $(live_cflags)
tests_live_hostile_SOURCES = tests/live/programs/hostile.c tests/differential/fixture.c
# Static programs of powerpc are where the fixtures have their memory.
tests_live_hostile_CFLAGS = $(live_cflags) -DARENA=0x40000000ul
tests_live_hostile_LDADD = -lpthread
tests_live_late_signal_SOURCES = tests/live/programs/late_signal.c
tests_live_late_signal_CFLAGS = $(live_cflags)
tests_live_late_signal_LDADD = -lpthread
tests_live_machine_SOURCES = tests/live/programs/machine.c
tests_live_machine_CFLAGS = $(live_cflags)
tests_live_lengths_SOURCES = tests/live/programs/lengths.c
tests_live_lengths_CFLAGS = $(live_cflags)
tests_live_names_SOURCES = tests/live/programs/names.c
tests_live_names_CFLAGS = $(live_cflags)
tests_live_placed_SOURCES = tests/live/programs/placed.c
tests_live_placed_CFLAGS = $(live_cflags)
tests_live_placed_LDADD = -lpthread
tests_live_old_poll_SOURCES = tests/live/programs/old_poll.c
tests_live_old_poll_CFLAGS = $(live_cflags)
tests_live_queried_SOURCES = tests/live/programs/queried.c
tests_live_queried_CFLAGS = $(live_cflags)
tests_live_queried_LDADD = -lpthread
tests_live_released_SOURCES = tests/live/programs/released.c
tests_live_released_CFLAGS = $(live_cflags)
tests_live_released_LDADD = -lpthread
tests_live_uring_SOURCES = tests/live/programs/uring.c
tests_live_uring_CFLAGS = $(live_cflags)
tests_live_uring_LDADD = -lpthread
EXTRA_DIST += tests/live/uring_log.py
tests_live_ring_SOURCES = tests/live/programs/ring.c
tests_live_ring_CFLAGS = $(live_cflags)
tests_live_queue_SOURCES = tests/live/programs/queue.c
tests_live_queue_CFLAGS = $(live_cflags)
tests_live_renamed_SOURCES = tests/live/programs/renamed.c
tests_live_renamed_CFLAGS = $(live_cflags)
tests_live_numbered_SOURCES = tests/live/programs/numbered.c
tests_live_numbered_CFLAGS = $(live_cflags)
tests_live_numbered_LDADD = -lpthread
tests_live_reused_SOURCES = tests/live/programs/reused.c
tests_live_reused_CFLAGS = $(live_cflags)
tests_live_reused_LDADD = -lpthread
tests_live_sampler_SOURCES = tests/live/programs/sampler.c
tests_live_sampler_CFLAGS = $(live_cflags) -Wno-unused-result
tests_live_sandboxed_SOURCES = tests/live/programs/sandboxed.c
tests_live_sandboxed_CFLAGS = $(live_cflags)
tests_live_sandboxed_LDADD = -lpthread
tests_live_steady_SOURCES = tests/live/programs/steady.c
tests_live_steady_CFLAGS = $(live_cflags)
tests_live_stopped_SOURCES = tests/live/programs/stopped.c
tests_live_stopped_CFLAGS = $(live_cflags)
tests_live_stopped_LDADD = -lpthread
tests_live_engines_SOURCES = tests/live/programs/engines.c
tests_live_engines_CFLAGS = $(live_cflags)
tests_live_talker_SOURCES = tests/live/programs/talker.c
tests_live_talker_CFLAGS = $(live_cflags)
tests_live_tampered_SOURCES = tests/live/programs/tampered.c
tests_live_tampered_CFLAGS = $(live_cflags)
tests_live_thread_exec_SOURCES = tests/live/programs/thread_exec.c
tests_live_thread_exec_CFLAGS = $(live_cflags)
tests_live_thread_exec_LDADD = -lpthread
tests_live_untouched_SOURCES = tests/live/programs/untouched.c
tests_live_untouched_CFLAGS = $(live_cflags)
tests_live_waiting_SOURCES = tests/live/programs/waiting.c
tests_live_waiting_CFLAGS = $(live_cflags)
tests_live_waiting_LDADD = -lpthread
tests_live_walker_SOURCES = tests/live/programs/walker.c
tests_live_walker_CFLAGS = $(live_cflags)
# The traced programs are built without sanitizers, which would change their calls.
# C has no unwind tables on arm otherwise.
live_cflags = $(SCRY_CFLAGS) -funwind-tables
