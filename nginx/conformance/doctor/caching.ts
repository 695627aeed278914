import type { TargetResponse } from '../request.ts';
import { accepting, ENCODINGS } from '../request-headers.ts';
import type { Target } from '../target.ts';
import type { Check, CheckResult } from './check.ts';
import { finding } from './findings.ts';
import { summary } from './recognise.ts';

const encodingOf = (response: TargetResponse) => response.headers['content-encoding']?.[0] ?? 'identity';

async function checkEncoding(
  target: Target,
  path: string,
  encoding: string,
  otherTags: Set<string>,
): Promise<CheckResult> {
  const response = await target.request(path, { headers: accepting(encoding) });
  const received = encodingOf(response);
  const request = `${response.request} (Accept-Encoding: ${encoding})`;
  if (received !== encoding) return finding('compressed-in-front', `${request} gave ${received}`);
  const [tag] = response.headers['etag'] ?? [];
  if (tag === undefined) return finding('validators-lost', `${request} has no ETag`);
  if (tag.startsWith('W/') || otherTags.has(tag))
    return finding('compressed-in-front', `${request} has the ETag ${tag}: weak, or of another encoding`);
  otherTags.add(tag);
  const again = await target.request(path, { headers: { ...accepting(encoding), 'if-none-match': tag } });
  if (again.status === 304) return 'ok';
  return finding('validators-lost', `${summary(again)} (If-None-Match: ${tag}, as received before)`);
}

export const validators: Check = {
  id: 'validators',
  title: 'Built files arrive as they were compressed, and are revalidated by their ETag.',
  run: async ({ target }) => {
    const tags = new Set<string>();
    for (const encoding of ENCODINGS) {
      const result = await checkEncoding(target, `${target.base}/`, encoding, tags);
      if (result !== 'ok') return result;
    }
    // Without Accept-Encoding the original file arrives, not one that a hop has decompressed.
    const plain = await target.request(`${target.base}/`);
    const [tag = 'none'] = plain.headers['etag'] ?? [];
    return encodingOf(plain) === 'identity' && tag === [...tags][0]
      ? 'ok'
      : finding('compressed-in-front', `${plain.request} (no Accept-Encoding) has the ETag ${tag}`);
  },
};

export const cache: Check = {
  id: 'cache',
  title: 'No cache in front responds with the shell or a call.',
  run: async ({ target }) => {
    for (const path of ['/', '/api/status']) {
      const first = await target.request(target.base + path);
      const second = await target.request(target.base + path);
      const id = second.headers['x-request-id']?.[0];
      // Every response of the application has the id of its own request.
      if (id !== undefined && id === first.headers['x-request-id']?.[0])
        return finding('cached-in-front', `two of ${second.request} have the same request id ${id}`);
    }
    return 'ok';
  },
};
