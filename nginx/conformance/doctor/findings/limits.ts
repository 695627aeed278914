import { type Advice, ingress } from './advice.ts';

/** What the ingress refuses, cuts off or holds back, though the application would not. */
export const limiting = {
  'events-buffered': ingress(
    {
      nginx: 'proxy_buffering off (or honour X-Accel-Buffering: no)',
      haproxy: 'no http-response wait-for-body, no compression of text/event-stream',
      caddy: 'no response_buffers (buffer_responses), no encode of text/event-stream',
      apache: 'SetEnv no-gzip 1; ProxyPass … flushpackets=on',
      traefik: 'no buffering middleware; compress: { excludedContentTypes: [text/event-stream] }',
      envoy: 'no compressor filter for text/event-stream, no ext_proc with response_body_mode: BUFFERED',
    },
    'Events are buffered and arrive together. Forward text/event-stream at once and uncompressed.',
  ),
  'upgrade-refused': ingress(
    {
      nginx: 'proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade',
      haproxy: 'no http-request del-header Upgrade or Connection',
      caddy: 'no header_up for Upgrade or Connection',
      apache: 'ProxyPass … upgrade=websocket',
      traefik: 'no customRequestHeaders for Upgrade or Connection',
      envoy: 'upgrade_configs: [{ upgrade_type: websocket }]',
    },
    'Forward a WebSocket handshake, with HTTP/1.1.',
  ),
  'body-limit': ingress(
    {
      nginx: 'client_max_body_size 0',
      haproxy: 'no http-request deny by req.body_size or Content-Length',
      caddy: 'no request_body { max_size … }',
      apache:
        'SecRequestBodyLimit of ModSecurity above the limit (LimitRequestBody does not count for ProxyPass)',
      traefik: 'no buffering middleware with maxRequestBodyBytes',
      envoy: 'no buffer filter with max_request_bytes',
    },
    "Forward bodies larger than the application's limit, so that the application refuses them with a problem.",
  ),
  'header-limit': ingress(
    {
      nginx: 'large_client_header_buffers 4 16k',
      haproxy: 'tune.bufsize 32768',
      caddy: 'servers { max_header_size 1MB }',
      apache: 'LimitRequestLine 16384; LimitRequestFieldSize 16384',
      traefik: 'entryPoints.<name>.http.maxHeaderBytes: 1048576',
      envoy: 'max_request_headers_kb: 60',
    },
    'Accept header fields and addresses of 16 KiB: cookies of other applications at this origin, and long queries, need them.',
  ),
  'methods-blocked': ingress(
    {
      nginx: 'no limit_except, no if ($request_method …)',
      haproxy: 'no http-request deny by method',
      caddy: 'no method matcher before reverse_proxy',
      apache: 'no <Limit>, <LimitExcept>, AllowMethods or Require method',
      traefik: 'no Method() in the rule of the router',
      envoy: 'no :method in the headers of the route match, no RBAC filter by method',
    },
    'Forward GET, HEAD, OPTIONS, POST, PUT, PATCH and DELETE: the application refuses what it does not have.',
  ),
  'timeout-in-front': ingress(
    {
      nginx: 'proxy_read_timeout 75s',
      haproxy: 'timeout server 75s',
      caddy: 'transport http { response_header_timeout 75s }, no shorter read_timeout',
      apache: 'ProxyPass … timeout=75',
      traefik: 'serversTransports.<name>.forwardingTimeouts.responseHeaderTimeout: 75s',
      envoy: 'timeout: 0s, idle_timeout: 75s on the route',
    },
    'Wait longer than a call of the application may take.',
  ),
} as const satisfies Record<string, Advice>;
