# Runs a durable PostgreSQL of its own in directory $2, with the programs in directory $1, until standard input ends:
# however the measuring ends, the server does not outlive it.
bin=$1
dir=$2

options="-k '$dir' -p 5432 -c listen_addresses='' -c max_connections=300 -c shared_buffers=256MB -c max_wal_size=4GB \
-c fsync=on -c synchronous_commit=on -c full_page_writes=on"

if "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$dir/log" 2>&1 &&
    "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -o "$options" -w start >"$dir/start" 2>&1; then
    echo ready
    cat >/dev/null
    "$bin/pg_ctl" -D "$dir/data" -m immediate -w stop >/dev/null 2>&1
else
    cat "$dir/log" >&2
fi
rm -rf "$dir"
