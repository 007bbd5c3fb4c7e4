# What shells complete, made from the tables by a program of the tree: not when building for another machine.
EXTRA_DIST += completions/words.awk completions/where.sh completions/bash.awk completions/bash.in completions/zsh.awk \
	completions/fish.awk completions/fish.in
if BUILT_FOR_HERE
noinst_PROGRAMS += completions/words
completions_words_SOURCES = completions/words.c
completions_words_LDADD = libscry.a $(SECCOMP_LIBS)

completions/words.tsv: completions/words
	$(AM_V_GEN)./completions/words >$@
completion_data = completions/words.tsv $(srcdir)/completions/where.sh
completion_sources = $(completion_data) $(srcdir)/completions/words.awk
completions/scry.bash: $(completion_sources) $(srcdir)/completions/bash.awk \
		$(srcdir)/completions/bash.in
	$(AM_V_GEN){ $(AWK) -f $(srcdir)/completions/words.awk -f $(srcdir)/completions/bash.awk $(completion_data) && \
		cat $(srcdir)/completions/bash.in; } >$@
completions/_scry: $(completion_sources) $(srcdir)/completions/zsh.awk
	$(AM_V_GEN)$(AWK) -f $(srcdir)/completions/words.awk -f $(srcdir)/completions/zsh.awk $(completion_data) >$@
completions/scry.fish: $(completion_sources) $(srcdir)/completions/fish.awk \
		$(srcdir)/completions/fish.in
	$(AM_V_GEN){ $(AWK) -f $(srcdir)/completions/words.awk -f $(srcdir)/completions/fish.awk $(completion_data) && \
		cat $(srcdir)/completions/fish.in; } >$@

bashcompdir = $(datadir)/bash-completion/completions
zshcompdir = $(datadir)/zsh/site-functions
fishcompdir = $(datadir)/fish/vendor_completions.d
nodist_zshcomp_DATA = completions/_scry
nodist_fishcomp_DATA = completions/scry.fish
completions = completions/scry.bash $(nodist_zshcomp_DATA) $(nodist_fishcomp_DATA)
all-local: $(completions)
CLEANFILES += completions/words.tsv $(completions)

# bash-completion finds the file by the command's name.
install-data-hook:
	$(MKDIR_P) $(DESTDIR)$(bashcompdir)
	$(INSTALL_DATA) completions/scry.bash $(DESTDIR)$(bashcompdir)/scry
uninstall-hook:
	rm -f $(DESTDIR)$(bashcompdir)/scry

dist_check_SCRIPTS += tests/live/completion_test.sh
endif
