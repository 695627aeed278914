/** Ingress settings to check, by the ids of the cases that fail without them. A setting without a proxy's name is for nginx. */
export const SETTINGS: Readonly<Record<string, string>> = {
  '0a': 'No auth_basic, auth_request or redirect to a login for /web/api (HAProxy: http-request auth; Caddy: forward_auth): API calls need 401 as a problem document.',
  '0b': 'Forward /web and /web/…: location /web/ { proxy_pass http://<application>:8080; } and location = /web. No other location or rule beneath /web, such as for /web/api.',
  '0c': 'An ingress that strips the prefix needs INGRESS_STRIPS_PREFIX=true for nginx and the BFF. Others forward the path unchanged: proxy_pass without a path, no rewrite (HAProxy: no set-path, replace-path; Caddy: handle, not handle_path; Apache: ProxyPass /web http://…/web).',
  '0d': 'The same secret as DIAGNOSTICS for every BFF and for this command; forward X-Diagnostics. If nginx itself returns 502 or 503: BFF_ADDRESS.',
  '21a 21f':
    'proxy_set_header Host $http_host, with the port (Apache: ProxyPreserveHost On); X-Forwarded-Host, if set, is the same. TRUSTED_PROXIES contains the address of the ingress.',
  '21b 21e':
    'proxy_set_header X-Forwarded-Proto $scheme (HAProxy: http-request set-header; Apache: RequestHeader set). TRUSTED_PROXIES contains the address of the ingress, for nginx and the BFF.',
  '21c':
    'proxy_set_header X-Forwarded-For $remote_addr, which overwrites the header: never forward or append (HAProxy: set-header, not option forwardfor if-none). TRUSTED_PROXIES contains the address of the ingress, for nginx and the BFF, but not of this machine.',
  '14b 21d':
    'No proxy_set_header with "" and no proxy_cache for it (HAProxy: del-header; Caddy: header_up -…; Apache: RequestHeader unset).',
  '15b':
    'Forward the path as it was sent, with %2F and repeated slashes: proxy_pass without a path, no rewrite or redirect that adds a slash (HAProxy: no url_dec, normalize-uri; Apache: AllowEncodedSlashes NoDecode, ProxyPass … nocanon, DirectorySlash Off; Envoy: merge_slashes: false).',
  '15c':
    'Forward the query as it was sent: no set $args, no rewrite with a query (HAProxy: no set-query, set-uri; Caddy: no rewrite, no uri query).',
  '17a 17b':
    'client_max_body_size 0 (Caddy: request_body max_size; Apache: LimitRequestBody): the application itself rejects bodies that are too large.',
  '14d 23a 23b 24':
    'No limit_except, no firewall rule by method (Apache: no <Limit>, AllowMethods), no proxy_method.',
  '20': 'proxy_read_timeout 75s (HAProxy: timeout server; Caddy: response_header_timeout; Apache: ProxyTimeout): longer than the application itself takes.',
  '14a 20':
    'proxy_intercept_errors off (HAProxy: no http-response return; Caddy: no handle_response; Apache: ProxyErrorOverride Off).',
  '22a':
    'proxy_buffering off, or no proxy_ignore_headers X-Accel-Buffering; no compression of text/event-stream (HAProxy: no wait-for-body; Caddy: flush_interval -1).',
  '22b':
    'proxy_http_version 1.1 (Apache: no force-proxy-request-1.0; Caddy: 2.8 or newer): over HTTP/1.0, the end of a connection ends a response that has no Content-Length.',
  '21e 21f':
    'PUBLIC_ORIGIN, if set, is the origin at which users open the application, such as https://host.',
  '34b 34c':
    'No proxy_cookie_path, proxy_cookie_flags or proxy_hide_header Set-Cookie (Apache: ProxyPassReverseCookiePath).',
  '34c':
    'Forward Cookie: no proxy_set_header Cookie (HAProxy: del-header). All BFFs have the same SESSION_SECRET.',
  '28a 29':
    'No proxy_cache, expires or Cache-Control of the ingress for /web: documents are revalidated, and API responses are not stored.',
  '28b 29':
    'gzip off, no sub_filter, no proxy_hide_header ETag (Apache: SetEnv no-gzip 1): what changes the body changes the ETag.',
  '28c 30a 30b':
    'Forward Accept-Encoding; gzip off and gunzip off (HAProxy: no compression; Caddy: no encode, transport http { compression off }): the build is compressed already.',
  '32': 'No add_header, proxy_hide_header (HAProxy: http-response set-header; Apache: Header) for a header that the application sends.',
};

export const settingsFor = (id: string): string[] =>
  Object.entries(SETTINGS).flatMap(([ids, setting]) => (ids.split(' ').includes(id) ? setting : []));
