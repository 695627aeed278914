import { API_PATH } from '@web/bff/contract/kit/api-path';
import type { Input } from '@web/bff/contract/kit/call';
import type { CallKey, CallOf } from './api.ts';
import { urlOf } from './url.ts';

type Reads = Extract<CallKey, `GET ${string}`>;
type Place<K extends Reads> = Pick<
  Input<CallOf<K>, Blob>,
  Extract<'params' | 'query', keyof Input<CallOf<K>, Blob>>
>;

/** The URL of a call, for a download: `<a href={urlOfCall('GET /files/:id', { params: { id } })} download>`. */
export const urlOfCall = <K extends Reads>(
  key: K,
  ...[place]: Record<never, never> extends Place<K> ? [place?: Place<K>] : [place: Place<K>]
): string => API_PATH + urlOf(key.slice('GET '.length), place ?? {});
