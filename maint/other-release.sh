# SPDX-License-Identifier: MIT
# Downloads packages of other Debian releases, for the scripts of this tree. Sourced; $me names the script in messages.
# apt works on lists, a cache and a configuration below $work, a directory that the caller makes and removes. The
# packages come from $work/packages. They are for the architecture $architecture, or for that of this machine.
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

die()
{
	echo "$me: $*" >&2
	exit 1
}

# Prints the URI from which apt gets the release of this machine.
own_archive()
{
	# shellcheck disable=SC1091
	release=$(. /etc/os-release && echo "$VERSION_CODENAME")
	# shellcheck disable=SC2016
	apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Identifier: Packages' |
		awk -v release="$release" '$2 == release && $3 == "main" { print $1; exit }'
}

# Writes a configuration of apt that replaces /etc/apt, with its hooks after an update. It keeps only the settings of
# the machine for proxies and dates.
configure_apt()
{
	mkdir -p "$work/etc/sources" "$work/etc/none" "$work/state/lists/partial" "$work/cache/archives/partial"
	: >"$work/state/status"
	{
		apt-config dump | grep -E '^Acquire::(http|https|ftp|Check-|Retries|Force)' || :
		cat <<CONFIGURATION
Dir::Etc::main "/dev/null";
Dir::Etc::parts "$work/etc/none";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$work/etc/sources";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "$work/etc/none";
Dir::Etc::trusted "/dev/null";
Dir::Etc::trustedparts "$work/etc/none";
Dir::State "$work/state";
Dir::State::status "$work/state/status";
Dir::Cache "$work/cache";
Acquire::Languages "none";
Acquire::Retries "1";
Acquire::http::Timeout "30";
Acquire::https::Timeout "30";
APT::Update::Error-Mode "any";
CONFIGURATION
		[ -z "${architecture-}" ] || cat <<CONFIGURATION
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
CONFIGURATION
	} >"$work/apt.conf"
	export APT_CONFIG="$work/apt.conf"
	if [ "$(id -u)" = 0 ] && id _apt >/dev/null 2>&1; then
		chmod 755 "$work"
		chown _apt "$work/packages"
	fi
}

# bounded COMMAND...: a download takes ten minutes at most, or DOWNLOAD_TIME seconds.
bounded()
{
	timeout -k 5 "${DOWNLOAD_TIME:-600}" "$@"
}

# update_suite SUITE: makes apt know the packages of this suite and of no other.
update_suite()
{
	rm -rf "$work/state/lists"
	mkdir -p "$work/state/lists/partial"
	cat >"$work/etc/sources/other.sources" <<SOURCE
Types: deb
URIs: $archive
Suites: $1
Components: main
Signed-By: $keyring
SOURCE
	bounded apt-get -q update >"$work/log" 2>&1 || {
		cat "$work/log" >&2
		return 1
	}
}

# download SUITE VERSION PACKAGE [PACKAGE...]: downloads the packages of a suite, the first of them in this version
# without the revision of Debian. Fails if the suite has another version.
download()
{
	suite=$1 wanted=$2 first=$3
	shift 3
	update_suite "$suite" || return
	version=$(apt-cache madison "$first" | awk -v wanted="$wanted" '
		index($3, wanted) == 1 && substr($3, length(wanted) + 1, 1) !~ /[0-9]/ { print $3; exit }')
	if [ -z "$version" ]; then
		echo "$me: $suite has no $first $wanted, but $(apt-cache madison "$first" | awk '{ print $3 }')" >&2
		return 1
	fi
	(cd "$work/packages" && bounded apt-get -q download "$first=$version" "$@")
}

prepare_apt()
{
	mkdir -p "$work/packages"
	[ -e "$keyring" ] || die "there is no $keyring: install debian-archive-keyring"
	archive=$(own_archive)
	[ -n "$archive" ] || die "this machine has no source of packages of its own release"
	configure_apt
}

# use_suite SUITE: makes apt-get and apt-cache work with this suite.
use_suite()
{
	prepare_apt
	update_suite "$1" || die "$1 is not to be had"
}

# download_from_suites SUITES VERSION PACKAGE [PACKAGE...]: takes the first suite that has the version.
download_from_suites()
{
	suites=$1
	shift
	prepare_apt
	for suite in $suites; do
		download "$suite" "$@" && return
	done
	return 1
}
