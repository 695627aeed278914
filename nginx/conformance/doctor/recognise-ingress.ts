import { header } from '../checks.ts';
import type { Target } from '../target.ts';
import type { IngressProxy } from './advice.ts';
import { askDocument } from './checks/tls.ts';

/** How a proxy names itself, in Server or Via. */
const names: Readonly<Record<IngressProxy, RegExp>> = {
  // Without a version it may be the application's own.
  nginx: /\bnginx\/\d|\b(?:openresty|tengine|angie)\b/i,
  haproxy: /\bhaproxy\b/i,
  caddy: /\bcaddy\b/i,
  apache: /\bapache\b/i,
};

/** Which proxy is in front, where it says so itself. */
export async function recogniseIngress(target: Target): Promise<IngressProxy | undefined> {
  const response = await askDocument(target);
  const text = response && `${header(response, 'server')} ${header(response, 'via')}`;
  return (Object.keys(names) as IngressProxy[]).find((name) => names[name].test(text ?? ''));
}
