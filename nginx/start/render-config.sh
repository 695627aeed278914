#!/bin/sh
# Checks the settings and renders the configuration, from one folder to another. If a setting is invalid, nginx does not start.
set -eu

folder=${1:-/etc/nginx/web}
target=${2:-/tmp/nginx}
errors=

. "$folder/build.env"

for name in $SETTINGS; do
  eval "is_set=\${$name+yes}\${${name}_DEFAULT+yes}"
  [ -n "$is_set" ] || continue
  eval "value=\${$name-\${${name}_DEFAULT-}}"
  eval "pattern=\$${name}_PATTERN expected=\$${name}_EXPECTED"
  export "$name=$value"
  # No setting has several lines: a line break would end the header field that holds it.
  if ! { printf %s "$value" | tr '\n' ';'; echo; } | grep -Eq "$pattern"; then
    errors="$errors
  $name=\"$value\": expected $expected"
  fi
done

if [ -n "$errors" ]; then
  echo "Invalid settings:$errors" >&2
  exit 1
fi

CALL_PATH="$BASE_PATH/api"
STRIPPED_PREFIX_RULE=
if [ "$INGRESS_STRIPS_PREFIX" = true ]; then
  CALL_PATH="(?:$BASE_PATH)?/api"
  STRIPPED_PREFIX_RULE="rewrite \"^(?!$BASE_PATH(?:/|\$))(?s:(.*))\$\" $BASE_PATH\$1;"
fi

TRUSTED_ADDRESSES=
TRUSTED_PEERS=
for range in $(printf %s "$TRUSTED_PROXIES" | tr , ' '); do
  TRUSTED_ADDRESSES="$TRUSTED_ADDRESSES
set_real_ip_from $range;"
  TRUSTED_PEERS="$TRUSTED_PEERS
  $range 1;"
done

ADDRESS_ZONES=
ADDRESS_LIMITS=
if [ -n "${REQUESTS_PER_SECOND_PER_ADDRESS-}" ]; then
  rate=$REQUESTS_PER_SECOND_PER_ADDRESS
  ADDRESS_ZONES="limit_req_zone \$binary_remote_addr zone=per_second:10m rate=${rate}r/s;"
  ADDRESS_LIMITS="limit_req zone=per_second burst=$rate nodelay;"
fi

# nginx needs one; without NEIGHBOURS it is not asked.
NEIGHBOUR_ADDRESS=${NEIGHBOURS:-127.0.0.1:9}
STRICT_TRANSPORT_SECURITY=${HSTS_SECONDS+max-age=$HSTS_SECONDS}
RESOLVERS=$(awk '$1 == "nameserver" { print index($2, ":") ? "[" $2 "]" : $2 }' /etc/resolv.conf | tr '\n' ' ')
: "${RESOLVERS:=127.0.0.1}"
derived='CALL_PATH STRIPPED_PREFIX_RULE TRUSTED_ADDRESSES TRUSTED_PEERS ADDRESS_ZONES ADDRESS_LIMITS NEIGHBOUR_ADDRESS
  STRICT_TRANSPORT_SECURITY RESOLVERS'
# shellcheck disable=SC2086 # a word for each
export $derived

# shellcheck disable=SC2016,SC2086 # the names, not their values; a word for each setting
settings=$(printf '${%s} ' $SETTINGS $derived)
SECURITY_HEADERS=$(printf %s "$SECURITY_HEADERS" | envsubst "$settings")
names=$(sed -n 's/^export \([A-Z_]*\)=.*/${\1}/p' "$folder/build.env" | tr '\n' ' ')
mkdir -p "$target"
for file in "$folder"/*.conf; do
  envsubst "$names$settings" <"$file" >"$target/$(basename "$file")"
done
