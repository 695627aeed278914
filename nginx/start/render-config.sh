#!/bin/sh
# Fills the configuration in: the build's facts and the environment's settings. On any fault nginx does not start.
set -eu

folder=/etc/nginx/web
target=/tmp/nginx
faults=

fault() {
  faults="$faults
  $1"
}

: "${INGRESS_STRIPS_PREFIX:=false}" "${TRUSTED_PROXIES=127.0.0.0/8,::1/128}" "${BFF_ADDRESS:=bff:3000}"
: "${FRAME_ANCESTORS='none'}" "${CONNECT_SRC='self'}"
. "$folder/build.env"

case $INGRESS_STRIPS_PREFIX in
  true)
    CALL_PATH="(?:$BASE_PATH)?/api"
    STRIPPED_PREFIX_RULE="rewrite \"^(?!$BASE_PATH(?:/|\$))(?s:(.*))\$\" $BASE_PATH\$1;"
    ;;
  false)
    CALL_PATH="$BASE_PATH/api"
    STRIPPED_PREFIX_RULE=
    ;;
  *) fault "INGRESS_STRIPS_PREFIX=\"$INGRESS_STRIPS_PREFIX\": expected true or false" ;;
esac

if ! printf %s "$BFF_ADDRESS" | grep -Eq '^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}$'; then
  fault "BFF_ADDRESS=\"$BFF_ADDRESS\": expected a name or address and a port, such as bff:3000"
fi

TRUSTED_ADDRESSES=
TRUSTED_PEERS=
for range in $(printf %s "$TRUSTED_PROXIES" | tr , ' '); do
  if printf %s "$range" | grep -Eq '^([0-9]{1,3}(\.[0-9]{1,3}){3}(/([0-9]|[12][0-9]|3[0-2]))?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))?)$'; then
    TRUSTED_ADDRESSES="$TRUSTED_ADDRESSES
set_real_ip_from $range;"
    TRUSTED_PEERS="$TRUSTED_PEERS
  $range 1;"
  else
    fault "TRUSTED_PROXIES=\"$TRUSTED_PROXIES\": expected addresses or CIDR ranges with commas between, not \"$range\""
  fi
done

# A line's end would be one of the header's.
for name in FRAME_ANCESTORS CONNECT_SRC; do
  eval "sources=\$$name"
  if ! printf %s "$sources" | tr '\n' ';' | grep -Eq "$CSP_SOURCES"; then
    fault "$name=\"$sources\": expected 'none', or sources with a space between, such as 'self' https://example.org"
  fi
done

STRICT_TRANSPORT_SECURITY=
if [ -n "${HSTS_SECONDS+set}" ]; then
  if printf %s "$HSTS_SECONDS" | tr '\n' ';' | grep -Eq '^[0-9]{1,10}$'; then
    STRICT_TRANSPORT_SECURITY="max-age=$HSTS_SECONDS"
  else
    fault "HSTS_SECONDS=\"$HSTS_SECONDS\": expected whole seconds, such as 31536000"
  fi
fi

RESOLVERS=$(awk '$1 == "nameserver" { print index($2, ":") ? "[" $2 "]" : $2 }' /etc/resolv.conf | tr '\n' ' ')
: "${RESOLVERS:=127.0.0.1}"

if [ -n "$faults" ]; then
  echo "The environment does not fit:$faults" >&2
  exit 1
fi

export CALL_PATH STRIPPED_PREFIX_RULE TRUSTED_ADDRESSES TRUSTED_PEERS RESOLVERS BFF_ADDRESS
export FRAME_ANCESTORS CONNECT_SRC STRICT_TRANSPORT_SECURITY
# shellcheck disable=SC2016 # the names, not their values
SECURITY_HEADERS=$(printf %s "$SECURITY_HEADERS" | envsubst '${FRAME_ANCESTORS} ${CONNECT_SRC}')
mkdir -p "$target"
names=$(sed -n 's/^export \([A-Z_]*\)=.*/${\1}/p' "$folder/build.env" | tr '\n' ' ')
for file in "$folder"/*.conf; do
  # shellcheck disable=SC2016 # the names, not their values
  envsubst "$names"'${CALL_PATH} ${STRIPPED_PREFIX_RULE} ${TRUSTED_ADDRESSES} ${TRUSTED_PEERS} ${RESOLVERS} ${BFF_ADDRESS} ${STRICT_TRANSPORT_SECURITY}' \
    <"$file" >"$target/$(basename "$file")"
done
