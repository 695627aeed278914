/** Setting to check for each finding. Settings without a product's name are nginx's. */
export const advice = {
  'base path not routed':
    'Forward /web and /web/…: location /web/ { proxy_pass http://<application>:8080; } and location = /web. Also check that nothing else serves /web.',
  'API routed elsewhere':
    'Forward /web/api/… to the application like the rest of /web: remove other locations and rules beneath it.',
  'prefix stripped without the setting':
    'INGRESS_STRIPS_PREFIX=true for nginx and the BFF, or an ingress that keeps the prefix (proxy_pass without a path; Caddy: handle, not handle_path).',
  'prefix doubled':
    'Forward the path unchanged: proxy_pass without a path, no rewrite that adds /web (HAProxy: set-path, replace-path; Apache: ProxyPass /web http://…/web).',
  'Host rewritten':
    'proxy_set_header Host $http_host, with the port (Apache: ProxyPreserveHost On); X-Forwarded-Host, if set, is the same. TRUSTED_PROXIES contains the address of the ingress.',
  'X-Forwarded-Proto missing':
    'proxy_set_header X-Forwarded-Proto $scheme (HAProxy: http-request set-header; Apache: RequestHeader set). TRUSTED_PROXIES contains the address of the ingress, for nginx and the BFF.',
  'X-Forwarded-For missing':
    'proxy_set_header X-Forwarded-For $remote_addr. TRUSTED_PROXIES contains the address of the ingress, for nginx and the BFF. Otherwise all clients share one limit.',
  'X-Forwarded-For trusted from anyone':
    'Overwrite X-Forwarded-For, never forward or append (HAProxy: set-header, not option forwardfor if-none). TRUSTED_PROXIES contains proxies only, not this machine.',
  '%2F decoded':
    'Forward the path as it was sent: proxy_pass without a path (Apache: AllowEncodedSlashes NoDecode, ProxyPass … nocanon; HAProxy: no url_dec).',
  'slashes merged':
    'Forward the path as it was sent: proxy_pass without a path, or merge_slashes off (HAProxy: no normalize-uri; Envoy: merge_slashes: false).',
  'query re-encoded':
    'Forward the query as it was sent: no set $args, no rewrite with a query (HAProxy: no set-query, set-uri; Caddy: no rewrite, no uri query).',
  'trailing slash added':
    'No rewrite or redirect beneath /web that adds a slash (Apache: DirectorySlash Off).',
  'body limit':
    'client_max_body_size 0 (Caddy: request_body max_size; Apache: LimitRequestBody): the application itself rejects bodies that are too large.',
  'read timeout':
    'proxy_read_timeout 75s (HAProxy: timeout server; Caddy: response_header_timeout; Apache: ProxyTimeout): longer than the application itself takes.',
  'events buffered':
    'proxy_buffering off, or no proxy_ignore_headers X-Accel-Buffering; no compression of text/event-stream (HAProxy: no wait-for-body; Caddy: flush_interval -1).',
  'error pages instead of problem documents':
    'proxy_intercept_errors off (HAProxy: no http-response return; Caddy: no handle_response; Apache: ProxyErrorOverride Off).',
  'documents cached':
    'No proxy_cache, expires or Cache-Control of the ingress for /web: documents are revalidated, and API responses are not stored.',
  'compression lost or applied twice':
    'Forward Accept-Encoding; gzip off and gunzip off (HAProxy: no compression; Caddy: no encode, transport http { compression off }): the build is compressed already.',
  'ETag weakened or dropped':
    'gzip off, no sub_filter, no proxy_hide_header ETag (Apache: SetEnv no-gzip 1): what changes the body changes the ETag.',
  'security header dropped or duplicated':
    'No add_header, proxy_hide_header (HAProxy: http-response set-header; Apache: Header) for a header that the application sends.',
  'cookie path rewritten':
    'No proxy_cookie_path, proxy_cookie_flags or proxy_hide_header Set-Cookie (Apache: ProxyPassReverseCookiePath).',
  'DELETE or HEAD rejected':
    'No limit_except, no rule of a firewall by method (Apache: no <Limit>, AllowMethods), no proxy_method.',
  'request headers dropped':
    'No proxy_set_header with "" and no proxy_cache for it (HAProxy: del-header; Caddy: header_up -…; Apache: RequestHeader unset).',
  'login page or redirect instead of an API response':
    'No auth_basic, auth_request or redirect to a login for /web/api (HAProxy: http-request auth; Caddy: forward_auth): API calls need 401 as a problem document.',
  'diagnostics unavailable':
    'The same secret as DIAGNOSTICS for every BFF and for this command; forward X-Diagnostics. Where nginx itself answers 502 or 503: BFF_ADDRESS.',
} as const;

export type Finding = keyof typeof advice;
