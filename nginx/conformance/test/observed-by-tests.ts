/** The cases that no client observes at an address, by what they need. The tests of the workspaces observe them. */
export const observedByTests: Readonly<Record<string, readonly string[]>> = {
  'control of the processes behind the target': [
    '28d The ETag comes from the content: the same build has the same one on another machine.',
    '18 While the BFF is down, calls are 502 or 503 problems, the shell is served, and the page recovers.',
    '19 nginx starts before the name of the BFF resolves, and finds it again under a new address.',
    '37c A draining process responds with 503 on its management port, then finishes its requests.',
    '38 Every case holds with a read-only root filesystem, no capabilities and no root user.',
    '32c A 502, a 503 and a 504 have each security header exactly once too.',
    '32e A response over TLS has Strict-Transport-Security where HSTS_SECONDS is set.',
  ],
  'a browser': [
    '33 A tab from before a deploy reloads exactly once when a chunk is gone.',
    '14i A request that a page of another origin sends reaches no call.',
    '1f Behind a stripping ingress the page corrects its own URL without a reload.',
    "34c Keys in storage, caches and channels carry the application's name.",
    '35b No service worker is registered.',
    '8 Reloading, going back and going forward show the screen of the URL.',
    '9b A full crawl in a browser requests nothing outside the base path.',
    '10 An unknown screen shows the not-found screen with a way home, and noindex.',
  ],
  'calls that only the tests register': [
    '14f Malformed JSON, 401, 403, 415, 422, 429, 500, 502, 503 and 504 are problems too.',
    '15b A parameter arrives decoded once, its slash included, and the query unchanged.',
    '17c A body that is sent in chunks has the same limit.',
    '20 A slow call is a 504 problem at the deadline, and its work is cancelled.',
    "21 The BFF sees the browser's scheme, host and address through trusted proxies alone.",
    '22a The first event of a stream arrives before the second is sent.',
    '22b A WebSocket upgrade beneath the calls passes nginx.',
    '30e Replies of calls above the threshold are compressed; streams and opted-out calls are not.',
    '5b A redirect of the BFF starts with the base path, whatever the Host field is.',
    '34b A cookie that a call sets is for the base path alone, and survives an upgrade.',
  ],
  'two targets to compare': [
    '27b Doubled slashes give the same response through nginx and embedded.',
    '40 nginx and embedded have the same status and the same header fields.',
  ],
  'a second build': ['39 Built with another prefix, every case holds there.'],
  'the screen table': [
    '10c nginx and embedded respond with 200 to every screen of the table, with or without a slash at its end.',
  ],
};
