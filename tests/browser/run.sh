#!/usr/bin/env bash
# Browser tests of the sandbox page. Installs chromium (Debian) and the locked
# npm packages where they are missing, then runs every *.test.mjs here.
#   TINGHU_SHOTS=DIR    keep screenshots
#   TINGHU_SAMPLES=DIR  sample pictures for the stand-in (else plain ones)
#   CHROMIUM=PATH       another browser
#   TINGHU_BIN=PATH     the program (else target/debug/tinghu, built if it is not there)
set -euo pipefail
cd "$(dirname "$0")"

if [ -z "${CHROMIUM:-}" ] && ! command -v chromium >/dev/null; then
  root=""
  [ "$(id -u)" -eq 0 ] || root="sudo"
  $root apt-get update
  DEBIAN_FRONTEND=noninteractive $root apt-get install -y --no-install-recommends \
    chromium fonts-noto-cjk fonts-noto-color-emoji
fi
[ -d node_modules/playwright-core ] || npm ci --no-fund --no-audit

[ -x "${TINGHU_BIN:-../../target/debug/tinghu}" ] || (cd ../.. && cargo build)

if [ $# -eq 0 ]; then set -- *.test.mjs; fi
exec node --test --test-concurrency=1 "$@"
