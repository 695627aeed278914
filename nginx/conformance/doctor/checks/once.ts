import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ID_FIELD, REPLY_FIELD } from '@web/bff/edge/diagnostics';
import { ask, askEcho, hasArrived, type Asker } from '../ask.ts';
import type { Difference } from '../check.ts';
import { isFromApplication } from '../recognise.ts';

/** How long after a request its copy may arrive. */
const COPY_MS = 200;

/** Whether a hop sends a request to a second place, or once more where it does not like the response. */
export async function findRepeated(asker: Asker): Promise<readonly Difference[]> {
  const id = { [ID_FIELD]: randomUUID() };
  const headers = { ...id, [REPLY_FIELD]: 'status=503' };
  const came = await ask(asker, 'reply', { method: 'POST', headers });
  // Sent again by the check itself; that it is replaced is found by another one.
  if (!isFromApplication(came)) return [];
  await sleep(COPY_MS);
  const echo = await askEcho(asker, '', { headers: id });
  const times = hasArrived(echo) ? echo.times - 1 : 1;
  const quote = `a POST whose response was 503 arrived ${times} times`;
  return times > 1 ? [{ kind: 'request-repeated', quote }] : [];
}
