#!/bin/sh
# Entry point: renders the configuration and runs nginx. After a signal, /readyz fails but nginx keeps serving for DRAIN_DELAY_SECONDS, so that
# balancers notice. Then nginx finishes the requests in flight and exits.
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

# Waits in a loop, because a signal interrupts `wait`.
code=0
while kill -0 "$nginx" 2>/dev/null; do
  code=0
  wait "$nginx" || code=$?
done
exit "$code"
