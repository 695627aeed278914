import type { Ask } from '../ask.ts';
import type { Door } from '../door.ts';

/** What `/diagnostics/echo` tells: bff/src/platform/diagnostics.ts. */
export interface Echo {
  /** The address as the BFF received it. */
  readonly arrived: string;
  readonly scheme: string;
  readonly host: string;
  readonly ip: string;
  /** The address of the connection: the last hop. */
  readonly peer: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ingressStripsPrefix: boolean;
}

export const diagnostics = (door: Door) => `${door.base}/api/diagnostics`;

/** Undefined where nothing of the kind answers. */
export async function readEcho(door: Door, more = '', init: Ask = {}): Promise<Echo | undefined> {
  const answer = await door.ask(`${diagnostics(door)}/echo${more}`, init);
  try {
    const told = JSON.parse(answer.text) as Partial<Echo> | null;
    return told?.arrived === undefined ? undefined : (told as Echo);
  } catch {
    return undefined;
  }
}
