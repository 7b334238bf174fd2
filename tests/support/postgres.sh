# Runs a PostgreSQL of its own in directory $2, with the programs in directory $1 and the settings $3, until standard input
# ends. So however the tests or the measuring end, the server does not outlive them.
bin=$1
dir=$2

options="-k '$dir' -p 5432 -c listen_addresses='' -c max_connections=300 $3"

if "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$dir/log" 2>&1 &&
    "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -o "$options" -w start >"$dir/start" 2>&1; then
    echo ready
    cat >/dev/null
    "$bin/pg_ctl" -D "$dir/data" -m immediate -w stop >/dev/null 2>&1
else
    cat "$dir/log" >&2
fi
rm -rf "$dir"
