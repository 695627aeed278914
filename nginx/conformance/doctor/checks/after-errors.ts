import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ID_FIELD, REPLY_FIELD } from '@web/bff/edge/diagnostics';
import { NoResponse, type TargetResponse } from '../../request.ts';
import { ask, askEcho, askReply, hasArrived, type Asker } from '../ask.ts';
import type { Difference } from '../check.ts';
import { isFromApplication } from '../recognise.ts';
import { answerOf, textOf } from '../steady.ts';

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

/** After some errors in a row some hops take the application for dead; what else is asked meanwhile may come between. */
const ERRORS = [500, 503, 500, 503];
const TIMES = 3;
/** How long they do so, at most, in seconds. */
const EJECTED_S = 30;

/** Whether a hop asks the application no more after errors that it has sent; asked at once, while that lasts. */
export async function findEjected(asker: Asker): Promise<readonly Difference[]> {
  for (let times = 0; times < TIMES; times += 1)
    await Promise.all(ERRORS.map((status) => answerOf(askReply(asker, { status }))));
  const isEjected = (answer: TargetResponse | NoResponse) =>
    answer instanceof NoResponse || (!isFromApplication(answer) && answer.status >= 500);
  const echo = await answerOf(ask(asker, 'echo'));
  if (!isEjected(echo)) return [];
  // So that what is asked next arrives.
  for (let seconds = 0; seconds < EJECTED_S; seconds += 1) {
    await sleep(1_000);
    if (!isEjected(await answerOf(ask(asker, 'echo')))) break;
  }
  return [{ kind: 'error-ejects', quote: `${textOf(echo)}, after errors of the application` }];
}
