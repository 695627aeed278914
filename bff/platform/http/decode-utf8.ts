import { platformError } from '#platform/contract/app-error.ts';
import { shortened } from './errors/invalid-fields.ts';

/** Decodes UTF-8, and keeps a byte order mark. For invalid UTF-8, throws `bad-request` with `what` in its detail. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw platformError('bad-request', { detail: shortened(`${what} is not valid UTF-8.`), cause });
  }
}
