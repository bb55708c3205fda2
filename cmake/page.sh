#!/bin/sh
# page.sh SOURCES PAGE LOG: installs what the page of the studio is built with (package-lock.json) and builds it. Where that fails, the program is built all the
# same: `mote view` says that there is no page.
set -eu
sources=$1 page=$2 log=$3
cd "$sources"
installed=node_modules/.package-lock.json
build() {
    if [ ! -e "$installed" ] || [ package-lock.json -nt "$installed" ]; then
        # `ci` wants the lock file to name the builds for every machine there is, which not every registry has.
        npm ci --ignore-scripts --no-audit --no-fund || npm install --no-save --ignore-scripts --no-audit --no-fund || return 1
        touch "$installed"
    fi
    ./node_modules/.bin/tsc --noEmit || return 1
    ./node_modules/.bin/vite build --outDir "$page" --emptyOutDir --logLevel warn || return 1
}
if ! build >"$log" 2>&1; then
    rm -rf "$page"
    if [ -n "${MOTE_PAGE_MUST_BUILD:-}" ]; then cat "$log" >&2 && exit 1; fi
    echo "the page of the studio could not be built, so \`mote view\` will not work: $log tells why" >&2
fi
