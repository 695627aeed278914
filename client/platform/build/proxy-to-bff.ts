import type { ProxyOptions } from 'vite';

/** Proxies calls to the BFF during development. Forwards the start and the end of an event stream without delay. */
export const proxyToBff = (port: number): ProxyOptions => ({
  target: `http://127.0.0.1:${port}`,
  changeOrigin: false,
  xfwd: true,
  ws: true,
  configure: (proxy) => {
    proxy.on('proxyRes', (from, _request, to) => {
      from.on('close', () => from.complete || to.destroy());
      // Flushes the headers once Vite has copied them. Otherwise Node.js would send them with the first event.
      if (from.headers['content-type']?.startsWith('text/event-stream'))
        queueMicrotask(() => to.flushHeaders());
    });
  },
});
