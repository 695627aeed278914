import type { Answer } from '../request.ts';
import { accepting, CODINGS } from '../codings.ts';
import type { Target } from '../target.ts';
import type { Diagnosis, Verdict } from './check.ts';
import { found } from './findings.ts';
import { brief } from './ours.ts';

const encodingOf = (answer: Answer) => answer.headers['content-encoding']?.[0] ?? 'identity';

async function examineCoding(
  target: Target,
  path: string,
  coding: string,
  others: Set<string>,
): Promise<Verdict> {
  const answer = await target.ask(path, { headers: accepting(coding) });
  const came = encodingOf(answer);
  const asked = `${answer.asked} (Accept-Encoding: ${coding})`;
  if (came !== coding) return found('compressed-in-front', `${asked} came as ${came}`);
  const [tag] = answer.headers['etag'] ?? [];
  if (tag === undefined) return found('validators-lost', `${asked} has no ETag`);
  if (tag.startsWith('W/') || others.has(tag))
    return found(
      'compressed-in-front',
      `${asked} has the ETag ${tag}, which is weak or that of another coding`,
    );
  others.add(tag);
  const again = await target.ask(path, { headers: { ...accepting(coding), 'if-none-match': tag } });
  return again.status === 304
    ? 'well'
    : found('validators-lost', `${brief(again)} (If-None-Match: ${tag}, as it came before)`);
}

export const validators: Diagnosis = {
  id: 'validators',
  title: 'Built files arrive as they were compressed, and are validated by their ETag.',
  examine: async ({ target }) => {
    const tags = new Set<string>();
    for (const coding of CODINGS) {
      const verdict = await examineCoding(target, `${target.base}/`, coding, tags);
      if (verdict !== 'well') return verdict;
    }
    // Whoever names no coding gets what was built, not what somebody has unpacked on the way.
    const unnamed = await target.ask(`${target.base}/`);
    const [tag = 'none'] = unnamed.headers['etag'] ?? [];
    return encodingOf(unnamed) === 'identity' && tag === [...tags][0]
      ? 'well'
      : found('compressed-in-front', `${unnamed.asked} (no Accept-Encoding) has the ETag ${tag}`);
  },
};

export const cache: Diagnosis = {
  id: 'cache',
  title: 'Neither the shell nor a call is answered from a cache in front.',
  examine: async ({ target }) => {
    for (const path of ['/', '/api/status']) {
      const asked = [await target.ask(target.base + path), await target.ask(target.base + path)];
      const [one, other] = asked.map((answer) => answer.headers['x-request-id']?.[0]);
      // Every answer of the application names its own request.
      if (one !== undefined && one === other)
        return found('cached-in-front', `${asked[1]?.asked} came twice as the answer to request ${one}`);
    }
    return 'well';
  },
};
