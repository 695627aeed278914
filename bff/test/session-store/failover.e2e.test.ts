import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { parseStoreAddress } from '#platform/session/store/store-address.ts';
import { sessionApp } from '../session/session-app.ts';
import { Visitor } from '../session/visitor.ts';
import { startLoad } from './load.ts';
import { openStoreAt } from './open-store-at.ts';
import { startCluster, startSentinels } from './start-replicated.ts';

/** Of a failover; the slowest machine takes much longer than the 10 s that are promised. */
const PATIENCE_MS = 60_000;
const secrets = ['a-secret-of-this-test-and-of-no-other-one'];

/** Two stores at an address, as two BFFs have them, and their load. */
async function startWork(address: string) {
  const stores = [await openStoreAt(address, secrets), await openStoreAt(address, secrets)];
  const load = await startLoad(stores.map(({ store }) => store));
  await sleep(1_000);
  const faults: number[] = [];
  return {
    endHalf: load.endHalf,
    /** Lets something happen, and waits until all sessions are answered for again. */
    during: async (name: string, happen: () => unknown) => {
      await happen();
      const begun = Date.now();
      faults.push(begun);
      await load.untilAnswered();
      const ms = Date.now() - begun;
      expect(ms).toBeLessThan(PATIENCE_MS);
      console.info(`${name}: all sessions are answered for after ${ms} ms`);
    },
    /** Nothing but being away was answered; what has ended stays so; only sessions that had just begun are lost; people sign in, up to a limit. */
    expectWhole: async () => {
      const { lost, revived } = await load.end();
      console.info(`${lost.length} sessions lost, ${revived.length} revived`);
      expect([load.wrong, revived]).toEqual([[], []]);
      const hadJustBegun = (since: number) => faults.some((at) => Math.abs(at - since) < 1_000);
      expect(lost.filter(({ since }) => !hadJustBegun(since))).toEqual([]);
      for (const { store } of stores) await expect.poll(store.state).toBe('up');
      const session = { store: parseStoreAddress(address), secrets, oidc: undefined };
      const { app } = await sessionApp({ session });
      const statuses: number[] = [];
      for (let sent = 0; sent <= limits.ATTEMPTS_AN_ACCOUNT_AND_ADDRESS; sent += 1) {
        const ann = { subject: 'ann', role: 'reader', name: 'Ann' };
        statuses.push((await new Visitor(app).call('POST /sign-in', ann)).statusCode);
      }
      expect([statuses.at(0), statuses.at(-2), statuses.at(-1)]).toEqual([204, 204, 429]);
    },
  };
}

test('a cluster: a node is added and gets slots, a primary is killed, a primary hangs and comes back', async () => {
  const { address, addNode, primaries } = await startCluster();
  const { during, expectWhole, endHalf } = await startWork(address);
  const [killed, hanging] = primaries;
  await during('slots move to a new node', () => addNode(600));
  await during('a primary is killed', () => killed?.kill());
  await during('a primary hangs', () => hanging?.freeze());
  // Until it hears of its successor, it ends sessions that live on there.
  await during('it comes back', () => {
    endHalf();
    hanging?.thaw();
  });
  await sleep(2_000);
  await expectWhole();
});

test('sentinels: the primary is killed and replaced', async () => {
  const { address, primary } = await startSentinels();
  const { during, expectWhole } = await startWork(address);
  await during('the primary is killed', () => primary.kill());
  await expectWhole();
});
