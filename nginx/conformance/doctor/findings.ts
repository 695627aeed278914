interface Advice {
  /** Who does it wrong, as far as can be seen from outside. */
  readonly hop: string;
  /** What to set; nginx stands for any ingress. */
  readonly setting: string;
  readonly remedy: string;
}

/** Every misconfiguration that the doctor knows by name. */
export const findings = {
  'no-answer': {
    hop: 'ingress',
    setting: 'proxy_pass http://<application>:8080',
    remedy:
      'The ingress answers, but does not reach the application: check its address, port and that it runs.',
  },
  'not-routed': {
    hop: 'ingress',
    setting: 'location /web/ { proxy_pass … }',
    remedy: 'Something else answers here: send the base path, and what is beneath it, to the application.',
  },
  'bff-unreachable': {
    hop: 'nginx → BFF',
    setting: 'BFF_ADDRESS=<host>:<port>',
    remedy: 'nginx stands and does not reach the BFF: name its address, and see whether it runs.',
  },
  'prefix-stripped': {
    hop: 'ingress',
    setting: 'INGRESS_STRIPS_PREFIX=true',
    remedy: 'The ingress takes the prefix away: say so to nginx and BFF, or let the ingress keep it.',
  },
  'prefix-kept': {
    hop: 'BFF',
    setting: 'INGRESS_STRIPS_PREFIX=false',
    remedy: 'The ingress keeps the prefix, and the application is told otherwise: leave the setting out.',
  },
  'prefix-stripped-twice': {
    hop: 'ingress',
    setting: 'one rewrite, such as proxy_pass http://web$stripped_uri',
    remedy: 'More than the prefix is taken away: let one hop alone strip it, and nothing beyond it.',
  },
  'prefix-doubled': {
    hop: 'ingress',
    setting: 'proxy_pass http://<application>:8080 (no path behind it)',
    remedy: 'The prefix is put before an address that has it already: send the address on as it came.',
  },
  'prefix-changed': {
    hop: 'ingress',
    setting: 'proxy_pass http://<application>:8080 (no path behind it)',
    remedy:
      'The address arrives as another one: let the ingress rewrite nothing. DIAGNOSTICS=true tells as which.',
  },
  'case-changed': {
    hop: 'ingress',
    setting: 'no rewrite to upper or lower case',
    remedy: 'Addresses are told apart by their case: send them on as they came.',
  },
  'redirect-loop': {
    hop: 'ingress',
    setting: 'no redirect of its own beneath the prefix',
    remedy:
      'It redirects what the application redirects back, or to itself: leave the slash at the end alone, and decide about https by the scheme that the browser used.',
  },
  'redirect-inner': {
    hop: 'ingress',
    setting: 'absolute_redirect off (or port_in_redirect, and the redirect made by the hop that has TLS)',
    remedy: 'A redirect names a scheme, host or port that is not the public one: redirect to a path.',
  },
  'redirect-doubled': {
    hop: 'ingress',
    setting: 'proxy_redirect off',
    remedy: "The prefix is put before the application's own redirects, which carry it already.",
  },
  'scheme-lost': {
    hop: 'ingress',
    setting: 'proxy_set_header X-Forwarded-Proto $scheme',
    remedy:
      'Tell the scheme that the browser used; where nginx stands before the BFF, its TRUSTED_PROXIES has to name the ingress.',
  },
  'scheme-forgeable': {
    hop: 'ingress',
    setting: 'proxy_set_header X-Forwarded-Proto $scheme',
    remedy:
      'Overwrite what the browser wrote, always; without an ingress, leave TRUSTED_PROXIES empty so that nobody is believed.',
  },
  'client-lost': {
    hop: 'ingress',
    setting: 'proxy_set_header X-Forwarded-For $remote_addr',
    remedy: 'Tell the address that the browser has: now the log and the limits take the ingress for it.',
  },
  'client-forgeable': {
    hop: 'ingress',
    setting: 'proxy_set_header X-Forwarded-For $remote_addr',
    remedy:
      'Overwrite what the browser wrote, always; without an ingress, leave TRUSTED_PROXIES empty so that nobody is believed.',
  },
  'host-lost': {
    hop: 'ingress',
    setting: 'proxy_set_header Host $http_host',
    remedy: 'Send the host on as the browser sent it, with its port.',
  },
  'proxy-untrusted': {
    hop: 'BFF',
    setting: 'TRUSTED_PROXIES=<address of the ingress>',
    remedy: 'The ingress tells scheme and address, and is not believed: name it, and nobody else.',
  },
  'events-buffered': {
    hop: 'ingress',
    setting: 'proxy_buffering off (or honour X-Accel-Buffering: no)',
    remedy: 'Events are collected and arrive together: pass text/event-stream on as it comes, uncompressed.',
  },
  'upgrade-refused': {
    hop: 'ingress',
    setting: 'proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade',
    remedy: 'Pass a WebSocket handshake on, with HTTP/1.1.',
  },
  'body-limit': {
    hop: 'ingress',
    setting: 'client_max_body_size 0',
    remedy: "Let bodies larger than the application's limit through, so that it refuses in its own words.",
  },
  'timeout-in-front': {
    hop: 'ingress',
    setting: 'proxy_read_timeout 75s',
    remedy: 'Wait longer than the application may take.',
  },
  'encoded-slash': {
    hop: 'ingress',
    setting: 'proxy_pass without a path (Apache: nocanon, AllowEncodedSlashes NoDecode)',
    remedy: 'Send the address on as it came: decoded, %2F is another address.',
  },
  'html-for-asset': {
    hop: 'ingress',
    setting: 'proxy_intercept_errors off',
    remedy: 'A file that is missing has to stay a 404: leave the fallback to the application.',
  },
  'html-for-call': {
    hop: 'ingress',
    setting: 'proxy_intercept_errors off',
    remedy: "A call that fails has to stay a problem (RFC 9457): leave the application's errors as they are.",
  },
  'security-headers-doubled': {
    hop: 'ingress',
    setting: 'no add_header beside proxy_pass',
    remedy:
      'The application sends them: leave them out in front, for two policies are enforced both, or neither.',
  },
  'security-headers-dropped': {
    hop: 'ingress',
    setting: 'no proxy_hide_header for them',
    remedy: "Let the application's security headers through.",
  },
  'compressed-in-front': {
    hop: 'ingress',
    setting: 'gzip off; Accept-Encoding left as the browser sent it',
    remedy: 'Built files come compressed, each coding with an ETag of its own: compress nothing anew.',
  },
  'validators-lost': {
    hop: 'ingress',
    setting: 'ETag and If-None-Match passed on',
    remedy: 'Without them a browser fetches everything anew at each start.',
  },
  'cached-in-front': {
    hop: 'ingress',
    setting: 'proxy_cache off (or a cache that keeps to Cache-Control)',
    remedy: 'Keep what says so alone: neither the shell (no-cache) nor calls.',
  },
  'hsts-missing': {
    hop: 'TLS',
    setting: 'HSTS_SECONDS=31536000 (or the ingress sends Strict-Transport-Security)',
    remedy: 'Tell browsers to come back by TLS alone.',
  },
  'plain-http': {
    hop: 'TLS',
    setting: 'return 301 https://$host$request_uri',
    remedy: 'Answer by https, and redirect http there: anybody on the way may read and change it.',
  },
} as const satisfies Record<string, Advice>;

export type FindingId = keyof typeof findings;

export interface Finding extends Advice {
  readonly id: FindingId;
  /** What was asked and what came. */
  readonly symptom: string;
}

export const found = (id: FindingId, symptom: string): Finding => ({ id, symptom, ...findings[id] });
