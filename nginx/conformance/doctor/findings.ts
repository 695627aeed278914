interface Advice {
  /** The hop that causes it, as far as a client can see. */
  readonly hop: string;
  /** What to set there; nginx's directives stand for any ingress. */
  readonly setting: string;
  readonly remedy: string;
}

const advice =
  (hop: string) =>
  (setting: string, remedy: string): Advice => ({ hop, setting, remedy });
const [ingress, bff, tls] = [advice('ingress'), advice('BFF'), advice('TLS')];

/** Every misconfiguration that the doctor recognises. */
export const findings = {
  'no-answer': ingress(
    'proxy_pass http://<application>:8080',
    'The ingress cannot reach the application. Check its address, its port and that it runs.',
  ),
  'not-routed': ingress(
    'location /web/ { proxy_pass … }',
    'Something else responds here. Route the base path, and everything beneath it, to the application.',
  ),
  'bff-unreachable': advice('nginx → BFF')(
    'BFF_ADDRESS=<host>:<port>',
    'nginx runs but cannot reach the BFF. Set its address, and check that it runs.',
  ),
  'prefix-stripped': ingress(
    'INGRESS_STRIPS_PREFIX=true',
    'The ingress strips the prefix. Set this for nginx and the BFF, or let the ingress keep the prefix.',
  ),
  'prefix-kept': bff(
    'INGRESS_STRIPS_PREFIX=false',
    'The ingress keeps the prefix, but the application expects it to be stripped. Remove the setting.',
  ),
  'prefix-stripped-twice': ingress(
    'one rewrite, such as proxy_pass http://web$stripped_uri',
    'More than the prefix is stripped. Let exactly one hop strip exactly the prefix.',
  ),
  'prefix-doubled': ingress(
    'proxy_pass http://<application>:8080 (without a path)',
    'The ingress adds the prefix to a path that has it already. Forward the path unchanged.',
  ),
  'prefix-changed': ingress(
    'proxy_pass http://<application>:8080 (without a path)',
    'The path arrives as another one. Let the ingress rewrite nothing. DIAGNOSTICS=true shows the path that arrives.',
  ),
  'case-changed': ingress(
    'no rewrite to upper or lower case',
    'Paths are case-sensitive. Forward them unchanged.',
  ),
  'redirect-loop': ingress(
    'no redirect of its own beneath the prefix',
    'The ingress redirects to itself, or back to what the application redirected. Do not redirect because of the slash at the end, and decide about https by the scheme that the browser used.',
  ),
  'redirect-inner': ingress(
    'absolute_redirect off (or port_in_redirect, and the redirect made by the hop that terminates TLS)',
    'A redirect has a scheme, host or port that is not the public one. Redirect to a path.',
  ),
  'redirect-doubled': ingress(
    'proxy_redirect off',
    "The ingress adds the prefix to the application's redirects, which have it already.",
  ),
  'scheme-lost': ingress(
    'proxy_set_header X-Forwarded-Proto $scheme',
    "Send the scheme that the browser used. If nginx runs before the BFF, nginx's TRUSTED_PROXIES must contain the ingress.",
  ),
  'scheme-forgeable': ingress(
    'proxy_set_header X-Forwarded-Proto $scheme',
    "Always overwrite the browser's own field. Without an ingress, set TRUSTED_PROXIES to nothing.",
  ),
  'client-lost': ingress(
    'proxy_set_header X-Forwarded-For $remote_addr',
    "Send the browser's address. Without it, logs and rate limits use the address of the ingress.",
  ),
  'client-forgeable': ingress(
    'proxy_set_header X-Forwarded-For $remote_addr',
    "Always overwrite the browser's own field. Without an ingress, set TRUSTED_PROXIES to nothing.",
  ),
  'host-lost': ingress(
    'proxy_set_header Host $http_host',
    'Forward the Host field as the browser sent it, with its port.',
  ),
  'proxy-untrusted': bff(
    'TRUSTED_PROXIES=<address of the ingress>',
    'The ingress sends scheme and address, but is not trusted. Add its address, and no other.',
  ),
  'events-buffered': ingress(
    'proxy_buffering off (or honour X-Accel-Buffering: no)',
    'Events are buffered and arrive together. Forward text/event-stream at once and uncompressed.',
  ),
  'upgrade-refused': ingress(
    'proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade',
    'Forward a WebSocket handshake, with HTTP/1.1.',
  ),
  'body-limit': ingress(
    'client_max_body_size 0',
    "Forward bodies larger than the application's limit, so that the application refuses them with a problem.",
  ),
  'timeout-in-front': ingress(
    'proxy_read_timeout 75s',
    'Wait longer than a call of the application may take.',
  ),
  'encoded-slash': ingress(
    'proxy_pass without a path (Apache: nocanon, AllowEncodedSlashes NoDecode)',
    'Forward the path unchanged: with %2F decoded it is another path.',
  ),
  'html-for-asset': ingress(
    'proxy_intercept_errors off',
    'A missing file must stay a 404. Leave the fallback to the application.',
  ),
  'html-for-call': ingress(
    'proxy_intercept_errors off',
    "A failed call must stay a problem (RFC 9457). Do not replace the application's errors.",
  ),
  'security-headers-doubled': ingress(
    'no add_header beside proxy_pass',
    'The application sends these fields. Remove them in front: browsers enforce both policies, or neither.',
  ),
  'security-headers-dropped': ingress(
    'no proxy_hide_header for them',
    "Forward the application's security header fields.",
  ),
  'compressed-in-front': ingress(
    'gzip off; Accept-Encoding as the browser sent it',
    'Built files are compressed already, each encoding with its own ETag. Do not compress or decompress them.',
  ),
  'validators-lost': ingress(
    'ETag and If-None-Match forwarded',
    'Without them a browser downloads everything again at each start.',
  ),
  'cached-in-front': ingress(
    'proxy_cache off (or a cache that obeys Cache-Control)',
    'Cache only responses that allow it: neither the shell (no-cache) nor calls.',
  ),
  'sign-in-blocked': ingress(
    'location /web/ { proxy_pass … } without a login or redirect of its own',
    "Forward the application's redirect to the provider.",
  ),
  'cookie-lost': ingress(
    'no proxy_hide_header Set-Cookie',
    'Forward Set-Cookie: without it nobody signs in.',
  ),
  'cookie-path': ingress(
    'proxy_cookie_path off',
    "Forward the cookie's Path unchanged: with another one, applications of this origin get each other's sessions, or none.",
  ),
  'cookie-attributes': ingress(
    'proxy_cookie_flags off; proxy_cookie_domain off',
    'Forward HttpOnly, SameSite and Secure, and add no Domain: they keep the session from scripts, other sites and plain http.',
  ),
  'callback-blocked': ingress(
    'location /web/api/session/callback { proxy_pass … }',
    'Forward it with its query: the browser comes back from the provider here.',
  ),
  'back-channel-blocked': ingress(
    'location /web/api/session/back-channel-logout { proxy_pass … }',
    "Forward POST without a cookie, a login or a field of a browser: the provider's server sends it. Without it, sessions that it has ended go on.",
  ),
  'clock-differs': advice('clock')(
    'NTP, on every machine',
    'Set the clocks right. Beyond a minute of difference to the provider nobody signs in.',
  ),
  'hsts-missing': tls(
    'HSTS_SECONDS=31536000 (or the ingress sends Strict-Transport-Security)',
    'Tell browsers to use TLS only.',
  ),
  'plain-http': tls(
    'return 301 https://$host$request_uri',
    'Serve https, and redirect http to it: without TLS, any hop can read and change the traffic.',
  ),
} as const satisfies Record<string, Advice>;

export type FindingId = keyof typeof findings;

export interface Finding extends Advice {
  readonly id: FindingId;
  /** What was requested and what was received. */
  readonly symptom: string;
}

export const finding = (id: FindingId, symptom: string): Finding => ({ id, symptom, ...findings[id] });
