import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { AwaitSection } from './await-section.tsx';

const shown = (of: Promise<string>): string => {
  const part = (
    <AwaitSection promise={of} fallback="waiting">
      {(value) => value}
    </AwaitSection>
  );
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element: part }])} />);
};

test('AwaitSection renders a fulfilled promise without its fallback', () => {
  const settled = Object.assign(Promise.resolve('there'), { status: 'fulfilled', value: 'there' });
  expect(shown(settled)).not.toContain('waiting');
  expect(shown(settled)).toContain('there');
  expect(shown(new Promise(() => {}))).toContain('waiting');
});
