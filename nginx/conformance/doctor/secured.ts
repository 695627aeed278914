import { openTarget, type Target } from '../target.ts';

/** The same target by TLS, where plain HTTP only leads there; else the target itself. Throws `NoAnswer` where nothing answers. */
export async function secured(target: Target): Promise<Target> {
  const { status, headers } = await target.ask(`${target.base}/`);
  const [location] = headers['location'] ?? [];
  const here = new URL(target.origin);
  const there = location === undefined ? null : URL.parse(location, target.origin);
  const leads = status >= 300 && status < 400 && here.protocol === 'http:' && there?.protocol === 'https:';
  if (!leads || there.hostname !== here.hostname) return target;
  return openTarget(there.origin + target.base, { ownsOrigin: target.ownsOrigin, stripped: target.stripped });
}
