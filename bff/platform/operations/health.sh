#!/bin/bash
# Health check of the BFF's container: healthy while /readyz returns 200. If the process accepts connections but does not respond to /livez three
# times in a row, kills it, so that Docker restarts it (`restart`, with `init`). In bash, because Node.js would take 0.3 s of CPU each time.
set -u
silent=/tmp/unanswered

# Sets the status of a path. Fails without a response.
ask() {
  printf 'GET %s HTTP/1.0\r\n\r\n' "$1" >&3 && read -r -t 3 _ status _ <&3
}

exec 3<>"/dev/tcp/127.0.0.1/$MANAGEMENT_PORT" || exit 1
if ! ask /livez; then
  echo >>"$silent"
  if [ "$(wc -l <"$silent")" -ge 3 ]; then
    rm "$silent"
    for process in /proc/[0-9]*; do
      if [[ $(readlink "$process/exe") == */node ]]; then kill -KILL "${process#/proc/}"; fi
    done
  fi
  exit 1
fi
rm -f "$silent"
exec 3<>"/dev/tcp/127.0.0.1/$MANAGEMENT_PORT" && ask /readyz && [ "$status" = 200 ]
