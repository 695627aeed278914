import type { Ask } from '../request.ts';
import type { Target } from '../target.ts';

/** What `/diagnostics/echo` tells: bff/src/platform/operations/diagnostics.ts. */
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

export const diagnostics = (target: Target) => `${target.base}/api/diagnostics`;

/** Undefined where nothing of the kind answers. */
export async function readEcho(target: Target, more = '', init: Ask = {}): Promise<Echo | undefined> {
  const answer = await target.ask(`${diagnostics(target)}/echo${more}`, init);
  try {
    const told = JSON.parse(answer.text) as Partial<Echo> | null;
    return told?.arrived === undefined ? undefined : (told as Echo);
  } catch {
    return undefined;
  }
}
