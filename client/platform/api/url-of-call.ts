import { API_PATH } from '@web/bff/platform/contract/api-path';
import type { Input } from '@web/bff/platform/contract/call';
import type { CallOf } from './api.ts';
import type { ReadKey } from './reads.ts';
import { urlOf } from './url.ts';

type Place<K extends ReadKey> = Pick<
  Input<CallOf<K>, Blob>,
  Extract<'params' | 'query', keyof Input<CallOf<K>, Blob>>
>;

/** Returns the URL of a call, for a download: `<a href={urlOfCall('GET /files/:id', { params: { id } })} download>`. */
export const urlOfCall = <K extends ReadKey>(
  key: K,
  ...[place]: Record<never, never> extends Place<K> ? [place?: Place<K>] : [place: Place<K>]
): string => API_PATH + urlOf(key.slice('GET '.length), place ?? {});
