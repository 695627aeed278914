import { formDataOf } from '@web/bff/platform/contract/form-data';
import { files as messages } from '#platform/messages/first-load.ts';
import type { LocalProblem } from './local-problems.ts';

/** Called with the bytes sent and the total. */
export type OnProgress = (sent: number, total: number) => void;

export type Files = Readonly<Record<string, File | readonly File[] | undefined>>;

export interface Form {
  readonly body?: Parameters<typeof formDataOf>[0];
  readonly files: Files;
  readonly onProgress?: OnProgress;
  readonly timeoutMs: number;
}

type Init = Pick<Request, 'method' | 'headers' | 'signal'>;

/**
 * Sends a form by XMLHttpRequest, because `fetch` reports no upload progress. Aborts the controller `late` after `timeoutMs` without progress. Like
 * `fetch` with `redirect: 'manual'`, resolves with status 0 for a redirect, but rejects for one to another origin, because the CSP blocks it.
 */
export function sendForm(
  url: string,
  { method, headers, signal }: Init,
  { body, files, onProgress, timeoutMs }: Form,
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
    // The browser sets the multipart type, with its boundary.
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

/** Returns a problem for the first file that cannot be read, such as a file that has changed since the user chose it, or a folder. */
export async function unreadableFile(sent: readonly unknown[]): Promise<LocalProblem | undefined> {
  for (const file of sent.flat()) {
    if (!(file instanceof Blob)) continue;
    // Reads the stream, because reading a `slice` of a deleted file succeeds in Chromium, which takes the file's size as 0.
    const reader = file.stream().getReader();
    const isRead = await reader.read().then(
      () => true,
      () => false,
    );
    void reader.cancel().catch(() => {});
    if (isRead) continue;
    const detail = messages.chooseAgain(file instanceof File ? file.name : undefined);
    return { code: 'file-unreadable', status: 0, title: messages.unreadable, detail };
  }
  return undefined;
}

function responseOf(request: XMLHttpRequest, url: string): Response {
  const { status, responseURL, response } = request;
  if (responseURL !== new URL(url, location.href).href) return Response.error();
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.map((line) => line.split(/: (.*)/, 2) as [string, string]);
  // `new Response` throws for a 204 with a body (Fetch Standard, "null body status").
  return new Response(status === 204 ? null : (response as Blob), { status, headers });
}
