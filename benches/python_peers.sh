#!/usr/bin/env bash
# The row of `tinghu bench` whose peer is a Python package: the 81 fans, PyMahjongGB over the same winning hands, in turn
# with ours. Needs python3 with venv and a built tinghu: cargo build --release && benches/python_peers.sh
set -euo pipefail
cd "$(dirname "$0")/.."
tinghu=${TINGHU:-target/release/tinghu}
hands=tests/data/vectors/fan.jsonl
venv=${VENV:-target/python-peers}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet PyMahjongGB==1.4.0
exec "$venv/bin/python" benches/python_peers.py "$tinghu" "$hands" "${ROUNDS:-9}"
