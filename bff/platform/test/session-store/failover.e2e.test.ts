import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limits } from '#platform/contract/limits.ts';
import { parseStoreAddress } from '#platform/session/store/store-address.ts';
import { sessionApp } from '#platform/test/session/session-app.ts';
import { Visitor } from '#platform/test/session/visitor.ts';
import { startLoad } from './load.ts';
import { openStoreAt } from './open-store-at.ts';
import { startCluster, startSentinels } from './start-replicated.ts';

/** Maximum recovery time: more than the documented 10 s, for slow machines. */
const PATIENCE_MS = 60_000;
const secrets = ['a-secret-of-this-test-and-of-no-other-one'];

/** Starts load through two store clients, like two BFFs. */
async function startWork(address: string) {
  const stores = [await openStoreAt(address, secrets), await openStoreAt(address, secrets)];
  const load = await startLoad(stores.map(({ store }) => store));
  await sleep(1_000);
  let killedAt = 0;
  return {
    during: async (name: string, happen: () => unknown) => {
      await happen();
      killedAt = Date.now();
      await load.untilAnswered();
      const ms = Date.now() - killedAt;
      expect(ms).toBeLessThan(PATIENCE_MS);
      console.info(`${name}: all sessions readable after ${ms} ms`);
    },
    /** Expects that only sessions created during the failover were lost, and that rate limits still work. */
    expectWhole: async () => {
      const lost = await load.end();
      console.info(`${lost.length} sessions lost`);
      expect(load.wrong).toEqual([]);
      expect(lost.filter(({ since }) => Math.abs(killedAt - since) >= 1_000)).toEqual([]);
      for (const { store } of stores) await expect.poll(store.state).toBe('up');
      const session = { store: parseStoreAddress(address), secrets, oidc: undefined, ingress: undefined };
      const { app } = await sessionApp({ session });
      const statuses: number[] = [];
      for (let sent = 0; sent <= limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP; sent += 1) {
        const ann = { subject: 'ann', role: 'reader', name: 'Ann' };
        statuses.push((await new Visitor(app).call('POST /sign-in', ann)).statusCode);
      }
      expect([statuses.at(0), statuses.at(-2), statuses.at(-1)]).toEqual([204, 204, 429]);
    },
  };
}

test('the session store of a Valkey cluster recovers after a primary was killed', async () => {
  const { address, primaries } = await startCluster();
  const { during, expectWhole } = await startWork(address);
  await during('a primary is killed', () => primaries[0]?.kill());
  await expectWhole();
});

test('the session store behind Sentinels recovers after the primary was killed', async () => {
  const { address, primary } = await startSentinels();
  const { during, expectWhole } = await startWork(address);
  await during('the primary is killed', () => primary.kill());
  await expectWhole();
});
