import { formDataOf } from '@web/bff/contract/kit/form-data';

/** Gets the bytes that were sent, and those of the whole body. */
export type OnProgress = (sent: number, total: number) => void;

/** A slow line: what the operating system has taken of the body, and not sent yet, makes no progress. */
const SILENCE_MS = 60_000;

export type Files = Readonly<Record<string, File | readonly File[] | undefined>>;

export interface Form {
  readonly body?: Parameters<typeof formDataOf>[0];
  readonly files: Files;
  readonly onProgress?: OnProgress;
  readonly timeoutMs?: number;
}

interface Init {
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

/**
 * Sends a form as `fetch` would, which cannot tell how much of a body was sent. Aborts `late` after `timeoutMs` without progress. A redirect is an
 * opaque response, as for `fetch` with `redirect: 'manual'`; one to another origin rejects, because the policy of the page lets nothing follow it.
 */
export function sendForm(
  url: string,
  { method, headers, signal }: Init,
  { body, files, onProgress, timeoutMs = SILENCE_MS }: Form,
  late: AbortController,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      if (timeoutMs > 0) timer = setTimeout(() => late.abort(), timeoutMs);
    };
    const request = new XMLHttpRequest();
    const fail = () => reject(new TypeError('The form could not be sent.'));
    request.open(method, url);
    // The browser names the form's, with its boundary.
    headers.delete('content-type');
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded, total }) => {
      restart();
      onProgress?.(loaded, total);
    };
    request.onload = () => resolve(responseOf(request, url));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => clearTimeout(timer);
    signal.addEventListener('abort', () => request.abort());
    restart();
    request.send(formDataOf(body, files));
  });
}

function responseOf(request: XMLHttpRequest, url: string): Response {
  const { status, responseURL, response } = request;
  if (responseURL !== new URL(url, location.href).href) return Response.error();
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.map((line) => line.split(/: (.*)/, 2) as [string, string]);
  // A response without content must have no body (Fetch Standard, "null body status").
  return new Response(status === 204 ? null : (response as Blob), { status, headers });
}
