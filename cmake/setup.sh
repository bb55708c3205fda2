# What ./mote and ./test share: install what is missing, configure, build. Sourced with $root set to the repository.
# POSIX sh. Everything it says goes to standard error; what compilers say goes to build/build.log.

say() { printf 'mote: %s\n' "$*" >&2; }

# The packages of packages.txt, and those of them that are not installed.
wanted_packages() { grep -v '^#' "$root/packages.txt"; }
missing_packages() {
    wanted_packages | while read -r package; do
        # These come from elsewhere too, and then Debian's would be in their way.
        case $package in nodejs | npm | chromium) if command -v "$(echo "$package" | sed 's/nodejs/node/')" >/dev/null; then continue; fi ;; esac
        status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) || status=
        case $status in *'ok installed'*) ;; *) printf '%s ' "$package" ;; esac
    done
}

# Runs a command as root: as it is, by sudo, or not at all. Never waits for a password nobody can type.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        if [ -t 0 ]; then sudo "$@"; else sudo -n "$@"; fi
    else
        return 1
    fi
}

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1 </dev/null; }

# Installs what is missing where this is a Debian and we may. Whether that sufficed is for `configure` to find out.
install_packages() {
    stamp=$root/build/.packages-$(cksum <"$root/packages.txt" | tr ' ' '-')
    if [ -e "$stamp" ]; then return; fi
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then return; fi
    missing=$(missing_packages)
    if [ -n "$missing" ]; then
        say "installing $missing"
        # shellcheck disable=SC2086
        apt_get install --no-install-recommends $missing || { apt_get update && apt_get install --no-install-recommends $missing; } || {
            say "could not install $missing(build/build.log tells why); trying without"
            return
        }
    fi
    : >"$stamp"
}

# configure PRESET: once; ninja configures again by itself where a CMake file changes.
configure() {
    if [ -e "$(folder_of "$1")/build.ninja" ]; then return; fi
    if ! (cd "$root" && cmake --preset "$1") >>"$log" 2>&1; then
        tail -n 20 "$log" >&2
        say "the build could not be configured. Mote is built with these Debian 12 packages, or what your system calls them:"
        # shellcheck disable=SC2046
        say $(wanted_packages)
        exit 1
    fi
    if [ "$1" = release ]; then say "$(sed -n 's/^-- \(Mote runs .*\)/\1/p' "$log" | tail -n 1)"; fi
}

folder_of() { if [ "$1" = release ]; then echo "$root/build"; else echo "$root/build/$1"; fi; }

# The lines of ninja on standard input: all to the log, the last step redrawn where somebody watches.
show_steps() {
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        case $line in '['*) if [ -t 2 ]; then printf '\r%.100s\033[K' "$line" >&2; fi ;; esac
    done
    if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

# build PRESET TARGET...: stops with the compiler's words where it fails.
build() {
    preset=$1
    shift
    configure "$preset"
    folder=$(folder_of "$preset")
    rm -f "$folder/.failed"
    { NINJA_STATUS='[%f/%t] ' ninja -C "$folder" "$@" 2>&1 || : >"$folder/.failed"; } | show_steps
    if [ -e "$folder/.failed" ]; then
        tail -n 40 "$log" >&2
        say "the build failed; the whole log is in build/build.log"
        exit 1
    fi
}

# Opens the log and keeps a second call waiting until the first has built.
begin_building() {
    mkdir -p "$root/build"
    exec 9>"$root/build/.lock"
    if command -v flock >/dev/null; then flock 9; fi
    log=$root/build/build.log
    : >"$log"
    install_packages
}

# For what runs after the build: it must not keep the lock.
end_building() { exec 9>&-; }
