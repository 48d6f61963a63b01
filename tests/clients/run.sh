#!/usr/bin/env bash
# Independent Discord libraries against the sandbox: discord.js 14, discord.py 2, hikari 2 and twilight 0.17 log in,
# register a command, answer commands, clicks, selects and forms, and resume.
#
#   tests/clients/run.sh [http://127.0.0.1:PORT]
#
# Without an address it starts `$TINGHU_BIN sandbox --no-bot` itself (default target/debug/tinghu).
# The libraries go into $CLIENTS_DIR (default: a temporary folder) by npm, pip and cargo.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
bin=${TINGHU_BIN:-$root/target/debug/tinghu}
scratch=$(mktemp -d)
server=
finish() {
  if [ -n "$server" ]; then
    kill -INT "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$scratch"
}
trap finish EXIT

libraries=${CLIENTS_DIR:-$scratch/libraries}
mkdir -p "$libraries"
if [ ! -d "$libraries/node_modules/discord.js" ]; then
  npm install --prefix "$libraries" --no-audit --no-fund --silent discord.js@14
fi
if [ ! -x "$libraries/venv/bin/python" ]; then
  python3 -m venv "$libraries/venv"
  "$libraries/venv/bin/pip" install --quiet --disable-pip-version-check 'discord.py>=2.4,<3' 'hikari>=2.3,<3'
fi
# A project with a lock of its own, so that the program is not built with it.
CARGO_TARGET_DIR="$libraries/twilight" cargo build --quiet --locked --manifest-path "$here/twilight/Cargo.toml"

address=${1:-}
if [ -z "$address" ]; then
  "$bin" sandbox --no-bot --fresh --port 0 --data "$scratch/data" >"$scratch/log" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    address=$(grep -o 'http://127.0.0.1:[0-9]*' "$scratch/log" | head -n 1 || true)
    [ -n "$address" ] && break
    kill -0 "$server" || { cat "$scratch/log"; exit 1; }
    sleep 0.1
  done
fi

# Node finds modules beside the script, so the script goes beside them.
cp "$here/discordjs.mjs" "$libraries/"
node "$libraries/discordjs.mjs" "$address"
"$libraries/venv/bin/python" "$here/discordpy.py" "$address"
"$libraries/venv/bin/python" "$here/hikari_client.py" "$address"
"$libraries/twilight/debug/twilight-client" "$address"
