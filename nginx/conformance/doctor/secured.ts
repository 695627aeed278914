import { openDoor, type Door } from '../door.ts';

/** The same door by TLS, where plain HTTP only leads there; else the door itself. Throws `NoAnswer` where nothing answers. */
export async function secured(door: Door): Promise<Door> {
  const { status, headers } = await door.ask(`${door.base}/`);
  const [location] = headers['location'] ?? [];
  const here = new URL(door.origin);
  const there = location === undefined ? null : URL.parse(location, door.origin);
  const leads = status >= 300 && status < 400 && here.protocol === 'http:' && there?.protocol === 'https:';
  if (!leads || there.hostname !== here.hostname) return door;
  return openDoor(there.origin + door.base, { ownsOrigin: door.ownsOrigin, stripped: door.stripped });
}
