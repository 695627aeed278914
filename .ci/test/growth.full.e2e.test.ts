import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { firstLoadFiles } from '@web/client/platform/test/first-load-files';

// Products of 30 and 100 features: each has an entity of eight fields with a rule, four calls, and three screens. Compares the two, so that only growth
// counts.

const words =
  'amber birch cedar delta ember fjord grove heron iris jade kelp lark moss north opal pine'.split(' ');
/** Returns a text that differs from feature to feature, so that compression does not hide it. */
const text = (feature: number, index: number) =>
  [feature * 7 + index, (feature >> 4) + index * 5, feature + index * 11]
    .map((at) => words[at % words.length])
    .concat(String(feature))
    .join(' ');

const filesOf = (n: number): Readonly<Record<string, string>> => ({
  [`bff/src/contract/entities/thing${n}.ts`]: `
    import * as Type from 'typebox';
    import { withRules } from '#platform/contract/rules.ts';
    export const Thing${n} = Type.Object({ id: Type.String(), title: Type.String({ maxLength: ${40 + n} }),
      ${['note', 'owner', 'place', 'color', 'size', 'kind'].map((name, index) => `${name}: Type.String({ maxLength: ${n + index + 1} })`).join(', ')} });
    export const NewThing${n} = withRules(Type.Omit(Thing${n}, ['id']), [
      { field: '/note', rule: 'other', message: '${text(n, 1)} must differ.', check: ({ title, note }) => title !== note },
    ]);`,
  [`bff/src/contract/entities/thing${n}-query.ts`]: `
    import * as Type from 'typebox';
    export const Query${n} = Type.Object({ q: Type.Optional(Type.String({ maxLength: 40 })), page: Type.Integer({ minimum: 1, default: 1 }) });`,
  [`bff/src/contract/calls/things${n}.ts`]: `
    import * as Type from 'typebox';
    import { defineCalls } from '#platform/contract/define-calls.ts';
    import { empty } from '#platform/contract/content.ts';
    import { NewThing${n}, Thing${n} } from '../entities/thing${n}.ts';
    import { Query${n} } from '../entities/thing${n}-query.ts';
    const call = { permission: 'status:read', errors: [] } as const;
    const params = Type.Object({ id: Type.String() });
    export const things${n} = defineCalls({
      'GET /things${n}': { ...call, id: 'list${n}', summary: '${text(n, 2)}', query: Query${n}, responses: { 200: Type.Array(Thing${n}) } },
      'GET /things${n}/:id': { ...call, id: 'get${n}', summary: '${text(n, 3)}', params, responses: { 200: Thing${n} } },
      'POST /things${n}': { ...call, id: 'add${n}', summary: '${text(n, 4)}', body: NewThing${n}, responses: { 201: Thing${n} } },
      'DELETE /things${n}/:id': { ...call, id: 'remove${n}', summary: '${text(n, 5)}', params, responses: { 204: empty } },
    });`,
  [`client/src/messages/en/titles${n}.ts`]: `export const titles = { list: '${text(n, 6)}', detail: '${text(n, 7)}', form: '${text(n, 8)}' };`,
  [`client/src/features/things${n}/addresses.ts`]: `
    import { Query${n} } from '@web/bff/contract/entities/thing${n}-query';
    import { screenAt } from '#platform/screens/screen-at.ts';
    export const list = screenAt('/area-${words[n % 16]}/things${n}', Query${n});
    export const detail = screenAt('/area-${words[n % 16]}/things${n}/:id');
    export const form = screenAt('/area-${words[n % 16]}/new-thing${n}');`,
  [`client/src/features/things${n}/list-screen.tsx`]: `
    import { Page } from '#platform/ui/page.tsx';
    import type { ScreenProps } from '#platform/screens/screen-module.ts';
    import { list } from './addresses.ts';
    export const loader = list.loader(({ read, search }) => read('GET /things${n}', { query: search }));
    export const Component = ({ data }: ScreenProps<typeof loader>) => <Page heading="${text(n, 6)}">{data?.length}</Page>;`,
  [`client/src/features/things${n}/detail-screen.tsx`]: `
    import { Page } from '#platform/ui/page.tsx';
    import type { ScreenProps } from '#platform/screens/screen-module.ts';
    import { detail } from './addresses.ts';
    export const loader = detail.loader(({ read, params }) => read('GET /things${n}/:id', { params }));
    export const Component = ({ data }: ScreenProps<typeof loader>) => <Page heading="${text(n, 7)}">{data.title}</Page>;`,
  [`client/src/features/things${n}/form-screen.tsx`]: `
    import { Page } from '#platform/ui/page.tsx';
    import { NewThing${n} } from '@web/bff/contract/entities/thing${n}';
    import { createForm } from '#platform/forms/create-form.tsx';
    const Form = createForm('POST /things${n}', NewThing${n});
    export const Component = () => <Page heading="${text(n, 8)}"><Form><Form.Field name="title" label="Title" /><Form.Submit>Add</Form.Submit></Form></Page>;`,
});

/** Prints the CPU of a test that builds the application, as a share of the first one, which also loads and compiles the schemas. */
const tests = `
  import { afterAll, expect, test } from 'vitest';
  import { productApp } from '#platform/testing/product-app.ts';
  const costs: number[] = [];
  test('a call', { repeats: 20 }, async () => {
    const before = process.cpuUsage();
    const { call } = await productApp();
    const body = { title: 't', note: 'n', owner: '', place: '', color: '', size: '', kind: '' };
    for (const key of ${JSON.stringify(Array.from({ length: 20 }, (_, n) => `POST /things${n}`))}) {
      expect((await call(key, { body })).statusCode).toBe(201);
    }
    const { user, system } = process.cpuUsage(before);
    costs.push(user + system);
  });
  afterAll(() => {
    const [first = 0, ...others] = costs;
    console.log('share: ' + others.reduce((sum, cost) => sum + cost, 0) / others.length / first);
  });`;

const listOf = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

const shared = (count: number): Readonly<Record<string, string>> => ({
  'bff/src/growth.test.ts': tests,
  'bff/src/contract/calls/all.ts': `
    import { status } from './status.ts';
    ${listOf(count, (n) => `import { things${n} } from './things${n}.ts';`)}
    export const calls = { ...status, ${listOf(count, (n) => `...things${n},`)} };`,
  'bff/src/calls/all.ts': `
    import { statusHandlers } from './status/status.ts';
    const thing = { id: '1', title: 't', note: '', owner: '', place: '', color: '', size: '', kind: '' };
    export const handlers = { ...statusHandlers, ${listOf(
      count,
      (n) =>
        `'GET /things${n}': () => [thing], 'GET /things${n}/:id': () => thing, 'POST /things${n}': () => thing, 'DELETE /things${n}/:id': () => {},`,
    )} };`,
  'client/src/app/screens.ts': `
    import type { Screen } from '#platform/routing/screen.ts';
    ${listOf(count, (n) => `import { titles as titles${n} } from '#messages/titles${n}.ts'; import * as at${n} from '../features/things${n}/addresses.ts';`)}
    export const screens: readonly Screen[] = [
      { path: '/', title: 'Home', permission: 'status:read', load: () => import('../features/specification/home-screen.tsx') },
      ${listOf(
        count,
        (
          n,
        ) => `{ ...at${n}.list, title: titles${n}.list, permission: 'status:read', prefetch: ['GET /things${n}'], load: () => import('../features/things${n}/list-screen.tsx') },
      { ...at${n}.detail, title: titles${n}.detail, permission: 'status:read', prefetch: ['GET /things${n}/:id'], load: () => import('../features/things${n}/detail-screen.tsx') },
      { ...at${n}.form, title: titles${n}.form, permission: 'status:read', load: () => import('../features/things${n}/form-screen.tsx') },`,
      )}
    ];`,
});

/** Builds a product of `count` features. Returns the sizes of its first load, and the series of its metrics after one request for each call. */
async function measure(count: number) {
  const folder = await scratchCopy();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = Object.assign({}, shared(count), ...Array.from({ length: count }, (_, n) => filesOf(n)));
  for (const [file, content] of Object.entries<string>(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  await run('node', ['client/platform/build/build.ts'], { cwd: folder, maxBuffer: 1 << 26 });
  const tested = await run('npx', ['vitest', 'run', '--root', 'bff', '--project', 'unit', 'src/growth'], {
    cwd: folder,
  });
  const first = await firstLoadFiles(folder);
  const entry = [...first.keys()].find((file) => /\/index-[^/]+\.js$/.test(file)) ?? '';
  const raw = async (file: string) => (await stat(join(folder, 'client/dist/identity', file))).size;
  const bff = await startBff({}, join(folder, 'bff/dist/main.js'));
  onTestFinished(bff.stop);
  const call = async (method: string, path: string, body?: object) =>
    (
      await fetch(`http://127.0.0.1:${bff.port}/web/api/${path}`, {
        method,
        headers: { 'x-requested-by': 'test', 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      })
    ).status;
  const fields = { title: 't', note: 'n', owner: '', place: '', color: '', size: '', kind: '' };
  for (let n = 0; n < count; n += 1) {
    const statuses = [
      await call('GET', `things${n}`),
      await call('GET', `things${n}/1`),
      await call('POST', `things${n}`, fields),
    ];
    expect(statuses).toEqual([200, 200, 201]);
  }
  const metrics = await (await fetch(`http://127.0.0.1:${bff.managementPort}/metrics`)).text();
  const pid = bff.pid ?? 0;
  const rssKilobytes = Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return {
    requests: first.size,
    entry: await raw(entry),
    entryBrotli: first.get(entry) ?? 0,
    documentBrotli: first.get('index.html') ?? 0,
    series: metrics.split('\n').filter((line) => /^http_requests?_(total|duration)/.test(line)).length,
    rssKilobytes,
    testShare: Number(/share: ([\d.]+)/.exec(tested.stdout)?.[1]),
  };
}

test('each of 100 features costs every page, the document, the metrics and the memory little, and no request', async () => {
  const [small, large] = [await measure(30), await measure(100)];
  const a = (key: keyof typeof small) => (large[key] - small[key]) / 70;
  const growth = {
    entry: a('entry'),
    entryBrotli: a('entryBrotli'),
    documentBrotli: a('documentBrotli') / 3,
    series: a('series') / 3,
    rssKilobytes: a('rssKilobytes') / 4,
  };
  console.log(JSON.stringify({ small, large, growth }, null, 2));
  expect(large.requests).toBe(small.requests);
  // Bytes a feature, of three screens each.
  expect(growth.entry).toBeLessThanOrEqual(700);
  expect(growth.entryBrotli).toBeLessThanOrEqual(80);
  // Bytes a screen.
  expect(growth.documentBrotli).toBeLessThanOrEqual(20);
  // Kilobytes a call, with the garbage of its first requests, and series a route and status.
  expect(growth.series).toBeLessThanOrEqual(5.1);
  // A schema compiled again for each test would make it about as slow as the first.
  expect(large.testShare).toBeLessThanOrEqual(0.28);
  expect(growth.rssKilobytes).toBeLessThanOrEqual(300);
}, 600_000);
