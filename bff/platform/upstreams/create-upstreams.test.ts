import Type from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { createUpstreams } from './create-upstreams.ts';
import { defineUpstream } from './define-upstream.ts';
import { json, requestOf, service } from './test/test-service.ts';

test.each(['sender', 'constructor', 'toString', 'bind'])(
  'an upstream called %s has its client',
  async (name) => {
    const url = await service(json({ id: '1' }));
    const upstream = defineUpstream(name, ({ get }) => ({
      find: () => get('/', {}, Type.Object({ id: Type.String() })),
    }));
    const upstreams = createUpstreams<Record<string, typeof upstream>>(
      { [name]: upstream },
      { [name]: url },
      { settings: JSON.parse('{}'), log: { warn: () => {} }, observe: () => {} },
    );
    onTestFinished(upstreams.close);
    expect(await upstreams.bind(requestOf())[name]?.find()).toEqual({ id: '1' });
  },
);
