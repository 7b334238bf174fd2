# Sourced by the scripts that test the contract: installs their tools once, under target/, by the locks in this
# folder, and says what is missing.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tools=${PLACA_TOOLS:-$root/target/contract-tools}
mkdir -p "$tools"

say() { printf '%s  %s\n' "$(date -u +%H:%M:%S)" "$*"; }
fail() { printf '\nFAILED: %s\n' "$*" >&2; exit 1; }

# run WHAT COMMAND...: silent while all is well, everything the command said otherwise
run() {
    local what=$1 log
    shift
    log=$(mktemp "$tools/log.XXXXXX")
    if "$@" >"$log" 2>&1; then
        say "ok      $what"
        rm -f "$log"
    else
        say "FAILED  $what"
        tail -n 60 "$log" >&2
        echo "(all of it: $log)" >&2
        fail "$what"
    fi
}

# need PROGRAM PACKAGE: install the Debian package unless the program is there
need() {
    command -v "$1" >/dev/null && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing $2"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$2" >/dev/null
    fi
    command -v "$1" >/dev/null || fail "$1 is missing. On Debian or Ubuntu: sudo apt-get install $2"
}

# once STAMP FILE COMMAND...: run the command unless it ran with the same content of the file
once() {
    local stamp=$tools/$1.stamp file=$2
    shift 2
    cmp -s "$file" "$stamp" && return
    run "installed by $(basename "$file")" "$@"
    cp "$file" "$stamp"
}

node_tools() {
    need node nodejs
    need npm npm
    mkdir -p "$tools/node"
    cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$tools/node/"
    once node "$here/package-lock.json" npm ci --prefix "$tools/node"
    PATH=$tools/node/node_modules/.bin:$PATH
}

python_tools() {
    need python3 python3
    python3 -c 'import ensurepip' 2>/dev/null || need python3-venv-is-missing python3-venv
    [ -x "$tools/python/bin/pip" ] || run "a Python of its own" python3 -m venv "$tools/python"
    once python "$here/requirements.txt" "$tools/python/bin/pip" install -q -r "$here/requirements.txt"
    PATH=$tools/python/bin:$PATH
}

# need_file FILE PACKAGE: install the Debian package unless the file is there
need_file() {
    [ -e "$1" ] && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing $2"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$2" >/dev/null
    fi
    [ -e "$1" ] || fail "$1 is missing. On Debian or Ubuntu: sudo apt-get install $2"
}

# serve FOLDER: starts the service with a database in the folder; $base is where it is found. $PLACA may name the program.
serve() {
    local work=$1
    if [ -z "${PLACA:-}" ]; then
        # By the same words as in scripts/test, so that what it compiled is used here.
        run "the service is built" env CARGO_INCREMENTAL=0 cargo test --locked --quiet --no-run --test golden
        PLACA=${CARGO_TARGET_DIR:-$root/target}/debug/placa
    fi
    "$PLACA" serve --listen 127.0.0.1:0 --database "sqlite://$work/placa.db" \
        --webhook-allow 127.0.0.0/8 --limit-moves off --limit-reads off --limit-creation off --limit-registration off \
        >"$work/service.log" 2>&1 &
    server=$!
    trap 'kill $server 2>/dev/null || true' EXIT
    for _ in $(seq 100); do
        base=$(sed -n 's/.*serves at //p' "$work/service.log")
        [ -n "$base" ] && return
        kill -0 $server 2>/dev/null || break
        sleep 0.1
    done
    cat "$work/service.log" >&2
    fail "the service does not start"
}
