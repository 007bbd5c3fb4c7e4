# What packages are made of: "make release" and packaging/release.
EXTRA_DIST += \
	packaging/check-reproducible \
	packaging/Containerfile \
	packaging/daemonset.yaml \
	packaging/grafana.json \
	packaging/scry.service \
	packaging/system.conf \
	packaging/debian/README.Debian \
	packaging/debian/changelog \
	packaging/debian/config \
	packaging/debian/control \
	packaging/debian/copyright \
	packaging/debian/postinst \
	packaging/debian/postrm \
	packaging/debian/rules \
	packaging/debian/source/format \
	packaging/debian/templates \
	packaging/debian/tests/control \
	packaging/debian/tests/live \
	packaging/release \
	packaging/scry.spec \
	packaging/try-static

# One file without libraries: static/scry. It needs the static libraries that Debian's -dev packages have; for
# libdw also libbz2-dev, which libdw-dev does not depend on.
static:
	$(MKDIR_P) static && cd static && { test -e Makefile || \
		$(abs_srcdir)/configure -q --enable-static-program --without-check CC='$(CC)' $(STATIC_CONFIGURE); }
	cd static && $(MAKE) $(AM_MAKEFLAGS) scry
	static/scry -V
	$(SHELL) $(srcdir)/packaging/try-static static/scry

# Everything that is published, below release/.
release:
	sh $(srcdir)/packaging/release '$(srcdir)' release

# Two releases are made, in surroundings that differ, and compared.
check-reproducible:
	sh $(srcdir)/packaging/check-reproducible '$(srcdir)'
.PHONY: static release check-reproducible
