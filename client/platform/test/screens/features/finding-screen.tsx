import { useState } from 'react';
import { useRead } from '#platform/api/use-read.ts';
import { NextNotice } from '#platform/ui/next-notice.tsx';
import { Links } from './links.tsx';

const DELAY_MS = 400;

/** Reads while the user types. */
export function Component() {
  const [text, setText] = useState('');
  const request = text === '' ? null : { params: { name: text } };
  const { data, problem, pending } = useRead('GET /test/echo/:name' as never, request as never, {
    delayMs: DELAY_MS,
  }) as {
    readonly data?: { readonly name: string };
    readonly problem?: { readonly title: string };
    readonly pending: boolean;
  };
  return (
    <>
      <NextNotice />
      <h1>Finding</h1>
      <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
      <p data-testid="found">
        {[pending && 'pending', data?.name, problem?.title].filter(Boolean).join(', ') || 'nothing'}
      </p>
      <Links />
    </>
  );
}
