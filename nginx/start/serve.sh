#!/bin/sh
# The container's first process: renders the configuration and runs nginx. Told to stop, it lets nginx drain first: not ready, but serving,
# for DRAIN_DELAY_SECONDS, so that what is in front notices; then nginx closes and finishes what is under way, for which the delay is over.
set -eu
trap 'exit 143' TERM INT QUIT
rendered=/tmp/nginx

render-config.sh
cp "$rendered/serving.conf" "$rendered/state.conf"
nginx -c "$rendered/nginx.conf" -g 'daemon off;' &
nginx=$!

drain() {
  trap '' TERM INT QUIT
  cp "$rendered/draining.conf" "$rendered/state.conf"
  sed -i 's/^worker_shutdown_timeout "[^ ]* /worker_shutdown_timeout "/' "$rendered/nginx.conf"
  kill -HUP "$nginx"
  sleep "${DRAIN_DELAY_SECONDS:-0}"
  kill -QUIT "$nginx"
}
trap drain TERM INT QUIT

# A signal ends a wait before nginx has ended.
code=0
while kill -0 "$nginx" 2>/dev/null; do
  code=0
  wait "$nginx" || code=$?
done
exit "$code"
