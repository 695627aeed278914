import {
  apache,
  apacheHost,
  caddy,
  caddyProxy,
  directive,
  haproxy,
  haproxyRule,
  listed,
} from './misconfiguration.ts';

/** What the ingress takes from requests, or refuses of them, found from outside. */
export const misconfigurationsOfRequests = listed({
  'header-limit': {
    'nginx accepts header fields of 2 kB': ['header_buffers 4 16k', 'header_buffers 4 2k'],
    'nginx accepts header fields of 4 kB': ['header_buffers 4 16k', 'header_buffers 4 4k'],
    'HAProxy has buffers of 4 kB': [haproxy, ['tune.bufsize 32768', 'tune.bufsize 4096']],
    'Apache accepts header fields of 2 kB': [apache, ['FieldSize 16384', 'FieldSize 2048']],
    'Apache accepts addresses of 4 kB': [apache, ['RequestLine 16384', 'RequestLine 4096']],
  },
  'methods-blocked': {
    'nginx allows GET, HEAD and POST': directive('if ($request_method !~ ^(GET|HEAD|POST)$) { return 405; }'),
    'nginx refuses OPTIONS': directive('if ($request_method = OPTIONS) { return 405; }'),
    'nginx refuses DELETE': directive('if ($request_method = DELETE) { return 403; }'),
    'HAProxy refuses PUT and PATCH': [haproxy, haproxyRule('deny deny_status 405 if { method PUT PATCH }')],
    'Apache allows GET and POST': [
      apache,
      apacheHost('<Location /web>\n<LimitExcept GET POST>\nRequire all denied\n</LimitExcept>\n</Location>'),
    ],
  },
  'csrf-field-dropped': {
    'nginx drops X-Requested-By': directive('proxy_set_header X-Requested-By "";'),
    'HAProxy drops X-Requested-By': [haproxy, haproxyRule('del-header X-Requested-By')],
    'Caddy drops X-Requested-By': [caddy, caddyProxy('header_up -X-Requested-By')],
    'Apache drops X-Requested-By': [apache, apacheHost('RequestHeader unset X-Requested-By')],
  },
  'fetch-metadata-dropped': {
    'nginx drops Sec-Fetch-Site': directive('proxy_set_header Sec-Fetch-Site "";'),
    'HAProxy drops all of Sec-Fetch': [haproxy, haproxyRule('del-header sec-fetch- -m beg')],
  },
  'certificate-ends': { 'the certificate ends soon': [{ isEnding: true }] },
});
