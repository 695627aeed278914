import { randomUUID } from 'node:crypto';
import {
  DIAGNOSTICS_PATH,
  REPLY_FIELD,
  SECRET_FIELD,
  SENT_FIELD,
  type Arrived,
  type BuiltFile,
  type ReplyQuery,
} from '@web/bff/edge/diagnostics';
import { NotObservable } from '../checks.ts';
import { NoResponse, type RequestOptions, type TargetResponse } from '../request.ts';
import type { Target } from '../target.ts';
import type { Context } from './check.ts';
import { json, parsed } from './recognise.ts';

export type Asker = Pick<Context, 'target' | 'secret'>;

/** The path of the diagnostics call `name` beneath the target's base path. */
export const pathOfCall = ({ base }: Target, name: string): string =>
  `${base}${DIAGNOSTICS_PATH.slice(DIAGNOSTICS_PATH.indexOf('/api/'))}/${name}`;

/** Calls a diagnostics call, with its path and query exactly as given. */
export function ask(
  { target, secret }: Asker,
  call: string,
  options: RequestOptions = {},
): Promise<TargetResponse> {
  const sent = Object.keys(options.headers ?? {})
    .join(',')
    .toLowerCase();
  const headers = { ...options.headers, [SECRET_FIELD]: secret, [SENT_FIELD]: sent };
  return target.request(pathOfCall(target, call), { ...options, headers });
}

/** How a request arrived, if the response tells it. */
export function arrivedIn(response: TargetResponse): Arrived | undefined {
  // Another check finds that its media type has changed.
  const reply = parsed(response.text);
  return 'target' in reply && 'stripsPrefix' in reply ? (reply as unknown as Arrived) : undefined;
}

/** How a request arrived; the response where it did not. */
export async function askEcho(
  asker: Asker,
  suffix = '',
  options?: RequestOptions,
): Promise<Arrived | TargetResponse> {
  const response = await ask(asker, `echo${suffix}`, options);
  return arrivedIn(response) ?? response;
}

export const hasArrived = (echo: Arrived | TargetResponse): echo is Arrived => 'peer' in echo;

/** Asks for a response; each time at a URL of its own, so that no cache has it. */
export const askReply = (asker: Asker, query: ReplyQuery, headers: Readonly<Record<string, string>> = {}) => {
  const wanted = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return ask(asker, `reply?${randomUUID()}`, { headers: { ...headers, [REPLY_FIELD]: wanted.toString() } });
};

export async function askFiles(asker: Asker): Promise<readonly BuiltFile[]> {
  const response = await ask(asker, 'files');
  const { files } = json(response) as { files?: readonly BuiltFile[] };
  if (!files) throw new NotObservable(`${response.request} gave ${response.status}`);
  return files;
}

/** The response, or how the request arrived; as text, why neither came. Throws where the time ran out. */
export async function orReason<Result>(answer: Promise<Result>): Promise<Result | string> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoResponse && !error.isLate) return error.message;
    throw error;
  }
}
