import {
  before,
  apache,
  apacheHost,
  caddy,
  caddyProxy,
  caddySite,
  haproxy,
  haproxyResponse,
  haproxyRule,
  listed,
} from './misconfiguration.ts';

/** What the findings name in the words of HAProxy, Caddy and Apache, planted there. */
export const misconfigurationsOfOtherProxies = listed({
  'body-limit': {
    'HAProxy refuses long bodies': [
      haproxy,
      haproxyRule('deny deny_status 413 if { req.hdr_val(content-length) gt 500000 }'),
    ],
    'Caddy limits bodies': [caddy, caddySite('request_body {\nmax_size 500KB\n}')],
    'Caddy limits forms with files': [
      caddy,
      caddySite('@form header Content-Type multipart/form-data*\nrequest_body @form {\nmax_size 100KB\n}'),
    ],
  },
  'timeout-in-front': {
    'Caddy waits 2 s for a response': [caddy, ['dial_timeout 5s', 'response_header_timeout 2s']],
    'Apache waits 2 s for a response': [apache, ['timeout=75', 'timeout=2']],
  },
  'events-held-back': {
    'HAProxy waits for the whole response': [haproxy, haproxyResponse('wait-for-body time 5s')],
    'HAProxy compresses events': [haproxy, before('option abortonclose', 'compression algo gzip')],
  },
  'upgrade-refused; events-held-back': {
    'Caddy buffers responses': [caddy, caddyProxy('buffer_responses')],
  },
  'upgrade-refused': {
    'HAProxy drops Upgrade': [haproxy, haproxyRule('del-header Upgrade')],
    'Caddy drops Upgrade': [caddy, caddyProxy('header_up -Upgrade')],
    'Apache does not upgrade': [apache, ['nocanon upgrade=websocket', 'nocanon']],
  },
  'path-decoded, path-refused': {
    'HAProxy decodes the path': [haproxy, haproxyRule('set-path %[path,url_dec]')],
  },
  'path-refused, path-decoded, slashes-merged': {
    'Apache encodes the path again': [apache, ['nocanon upgrade', 'upgrade']],
  },
  'path-decoded, slashes-merged, query-changed': {
    'Caddy replaces %2F': [caddy, caddySite('uri replace %2F /')],
  },
  'path-changed, query-changed': { 'Caddy drops the query': [caddy, caddySite('rewrite * {path}?')] },
  'host-lost, host-forgeable': {
    'HAProxy replaces Host': [
      haproxy,
      ['set-header X-Forwarded-Host %[req.hdr(host)]', 'set-header Host inner'],
    ],
  },
  'host-lost': {
    'Caddy replaces Host': [caddy, caddyProxy('header_up Host inner\nheader_up -X-Forwarded-Host')],
  },
  'scheme-lost': {
    'Caddy sends another scheme': [caddy, caddyProxy('header_up X-Forwarded-Proto http')],
    'Apache does not send the scheme': [apache, ['RequestHeader set X-Forwarded-Proto https', '']],
  },
  'client-lost': {
    'HAProxy does not send the address': [haproxy, haproxyRule('del-header X-Forwarded-For')],
    'Caddy does not send the address': [caddy, caddyProxy('header_up -X-Forwarded-For')],
    'Apache does not send the address': [
      apache,
      ['ProxyPreserveHost On', 'ProxyPreserveHost On\nProxyAddHeaders Off'],
    ],
  },
  'client-lost, client-forgeable': {
    "HAProxy forwards the browser's own address": [
      haproxy,
      ['http-request set-header X-Forwarded-For %[src]', ''],
    ],
  },
  'scheme-forgeable, host-forgeable': {
    'Caddy trusts every proxy': [caddy, caddyProxy('trusted_proxies 0.0.0.0/0')],
  },
  'redirect-loop': {
    'HAProxy redirects to itself': [haproxy, haproxyRule('redirect location /web/ if { path /web/ }')],
    'Caddy redirects to itself': [caddy, caddySite('redir /web/ /web/')],
    'Apache redirects to itself': [
      apache,
      apacheHost('<Location /web/>\nRedirectMatch ^/web/$ /web/\n</Location>'),
    ],
  },
  'response-field-changed: location': {
    'HAProxy adds the prefix to redirects': [
      haproxy,
      haproxyResponse('replace-header Location ^/(.*) /web/\\1'),
    ],
    'Caddy adds the prefix to redirects': [caddy, caddyProxy('header_down Location ^/ /web/')],
    'Apache adds the prefix to redirects': [apache, apacheHost('Header edit Location ^/ /web/')],
  },
  'prefix-doubled': {
    'Caddy adds the prefix': [caddy, caddySite('rewrite * /web{uri}')],
    'Apache adds the prefix': [apache, ['8080/web nocanon', '8080/web/web nocanon']],
  },
  compressed: {
    'Caddy compresses in place of the application': [
      caddy,
      caddyProxy('header_up -Accept-Encoding'),
      caddySite('encode gzip'),
    ],
  },
  'response-field-removed: etag': {
    'HAProxy removes ETags': [haproxy, haproxyResponse('del-header ETag')],
    'Caddy removes ETags': [caddy, caddyProxy('header_down -ETag')],
    'Apache removes ETags': [apache, apacheHost('Header unset ETag')],
  },
  'response-replaced': {
    "HAProxy's page replaces a 404": [
      haproxy,
      haproxyResponse('return status 404 content-type text/html string Sorry if { status 404 }'),
    ],
    "Apache's page replaces a 404": [apache, apacheHost('ProxyErrorOverride On 404')],
  },
  'response-field-doubled: referrer-policy': {
    'HAProxy adds a security header': [haproxy, haproxyResponse('add-header Referrer-Policy no-referrer')],
    'Caddy adds a security header': [caddy, caddySite('header Referrer-Policy no-referrer')],
    'Apache adds a security header': [apache, apacheHost('Header always set Referrer-Policy no-referrer')],
  },
  'hsts-missing': {
    'HAProxy removes HSTS': [haproxy, haproxyResponse('del-header Strict-Transport-Security')],
  },
});
