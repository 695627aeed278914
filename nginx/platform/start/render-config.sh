#!/bin/sh
# Validates the settings and renders the configuration: render-config.sh [<folder> [<target folder>]].
# -a exports all variables to envsubst.
set -aeu

# Empty unless set: the default trusts this machine, which is not enough to believe in a user.
EXPLICIT_PROXIES=${TRUSTED_PROXIES-}
folder=${1:-/etc/nginx/web}
target=${2:-/tmp/nginx}
errors=

. "$folder/build.env"

for name in $SETTINGS; do
  eval "is_set=\${$name+yes}\${${name}_DEFAULT+yes}"
  [ -n "$is_set" ] || continue
  eval "value=\${$name-\${${name}_DEFAULT-}}"
  eval "pattern=\$${name}_PATTERN expected=\$${name}_EXPECTED $name=\$value"
  # Rejects line breaks, which would end a header.
  if ! { printf %s "$value" | tr '\n' ';'; echo; } | grep -Eq "$pattern"; then
    errors="$errors
  $name=\"$value\": expected $expected"
  fi
done

if [ -n "${INGRESS_USER_HEADER-}" ] && [ -z "$EXPLICIT_PROXIES" ]; then
  errors="$errors
  TRUSTED_PROXIES is not set: expected the addresses of the proxies whose INGRESS_USER_HEADER counts"
fi

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

ranges=$(printf %s "$TRUSTED_PROXIES" | tr , ' ')
TRUSTED_ADDRESSES=$(for range in $ranges; do echo "set_real_ip_from $range;"; done)
TRUSTED_PEERS=$(for range in $ranges; do echo "  $range 1;"; done)

# The headers of the user whom the ingress has authenticated: only from trusted peers. X-Ingress-Headers tells the BFF which headers these are.
INGRESS_HEADERS=
INGRESS_HEADER_MAPS=
INGRESS_HEADER_LINES=
for name in ${INGRESS_USER_HEADER-} ${INGRESS_GROUPS_HEADER-}; do
  header=$(printf %s "$name" | tr A-Z a-z)
  variable=$(printf %s "$header" | tr - _)
  INGRESS_HEADERS="$INGRESS_HEADERS${INGRESS_HEADERS:+,}$header"
  INGRESS_HEADER_MAPS="$INGRESS_HEADER_MAPS
map \$peer_is_trusted \$ingress_$variable { default \"\"; 1 \$http_$variable; }"
  INGRESS_HEADER_LINES="$INGRESS_HEADER_LINES
proxy_set_header $header \$ingress_$variable;"
done
: "${INGRESS_HEADERS:=none}"

# Two thirds of the disk are for ordinary calls (as many reads as writes), one third is for transfers. A file may exceed its limit by a chunk.
# Allows four times as many files as would fit at their largest size, because most are smaller. The file of a stalled body has only the bytes received.
third=$((BUFFER_MEGABYTES * 1048576 / 3))
chunk=65536
BUFFERED_CALLS=$((4 * (2 * third / (BODY_BYTES + 2 * BUFFERED_RESPONSE_BYTES + 3 * chunk))))
BUFFERED_TRANSFERS=$((4 * (third / (LARGEST_BODY_BYTES + BUFFERED_DOWNLOAD_BYTES + 2 * chunk))))
if [ "$BUFFERED_CALLS" = 0 ] || [ "$BUFFERED_TRANSFERS" = 0 ]; then
  echo "BUFFER_MEGABYTES=\"$BUFFER_MEGABYTES\": expected three times the room for a body of $LARGEST_BODY_BYTES bytes and its response" >&2
  exit 1
fi
# One network gets at most an eighth of the BFF's requests, and one site a quarter. Three quarters of these may be reads, or writes, so that stalled
# bodies leave room for reads.
CALLS_PER_NETWORK=$(((MAX_CONCURRENT_REQUESTS + 7) / 8))
CALLS_PER_SITE=$(((MAX_CONCURRENT_REQUESTS + 3) / 4))
smaller() { if [ "$1" -lt "$2" ]; then echo "$1"; else echo "$2"; fi; }
BUFFERED_CALLS_PER_NETWORK=$(smaller $(((BUFFERED_CALLS + 7) / 8)) $(((3 * CALLS_PER_NETWORK + 3) / 4)))
BUFFERED_CALLS_PER_SITE=$(smaller $(((BUFFERED_CALLS + 3) / 4)) $(((3 * CALLS_PER_SITE + 3) / 4)))
BUFFERED_TRANSFERS_PER_NETWORK=$(((BUFFERED_TRANSFERS + 7) / 8))
BUFFERED_TRANSFERS_PER_SITE=$(((BUFFERED_TRANSFERS + 3) / 4))
MAX_CONCURRENT_REQUESTS_PER_SITE=$((2 * MAX_CONCURRENT_REQUESTS_PER_IP))

rate=${REQUESTS_PER_SECOND_PER_IP-}
ADDRESS_ZONES=
ADDRESS_LIMITS=
if [ -n "$rate" ]; then
  ADDRESS_ZONES="limit_req_zone \$client_network zone=per_second:10m rate=${rate}r/s;
limit_req_zone \$client_site zone=per_second_of_site:10m rate=$((2 * rate))r/s;"
  ADDRESS_LIMITS="limit_req zone=per_second burst=$rate nodelay;
  limit_req zone=per_second_of_site burst=$((2 * rate)) nodelay;"
fi

# The upstream block needs an address. Without PEERS, nothing uses the block.
PEER_ADDRESS=${PEERS:-127.0.0.1:9}
STRICT_TRANSPORT_SECURITY=${HSTS_SECONDS+max-age=$HSTS_SECONDS}
RESOLVERS=$(awk '$1 == "nameserver" { print index($2, ":") ? "[" $2 "]" : $2 }' /etc/resolv.conf | tr '\n' ' ')
: "${RESOLVERS:=127.0.0.1}"

# Replaces only variables with braces: nginx's own variables have none.
cd "$folder"
names=$(grep -Eoh '\$\{[A-Z_]+\}' ./*.conf product/*.conf build.env)
SECURITY_HEADER_MAPS=$(printf %s "$SECURITY_HEADER_MAPS" | envsubst "$names")
mkdir -p "$target/product"
for file in *.conf product/*.conf; do
  envsubst "$names" <"$file" >"$target/$file"
done
