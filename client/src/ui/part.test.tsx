import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Part } from './part.tsx';

const shown = (of: Promise<string>): string => {
  const part = (
    <Part of={of} pending="waiting">
      {(value) => value}
    </Part>
  );
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element: part }])} />);
};

test('a part whose promise is fulfilled renders without its placeholder', () => {
  const settled = Object.assign(Promise.resolve('there'), { status: 'fulfilled', value: 'there' });
  expect(shown(settled)).not.toContain('waiting');
  expect(shown(settled)).toContain('there');
  expect(shown(new Promise(() => {}))).toContain('waiting');
});
