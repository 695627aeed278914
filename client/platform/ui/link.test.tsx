import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Link } from './link.tsx';

const rendered = (element: ReactNode): string =>
  renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);

test.each([{ to: '/notes' }, { href: 'https://example.org/' }])(
  'Link passes the attributes of `<a>` on, with the target %j and each variant',
  (target) => {
    for (const variant of ['text', 'primary'] as const) {
      const html = rendered(
        <Link
          {...target}
          variant={variant}
          className="own"
          target="_blank"
          aria-label="Notes"
          download="n.csv"
        >
          Notes
        </Link>,
      );
      for (const attribute of ['target="_blank"', 'aria-label="Notes"', 'download="n.csv"'])
        expect(html).toContain(attribute);
      expect(html).toContain(variant === 'text' ? 'class="own"' : 'class="button own"');
    }
  },
);

test('Link sends no referrer to another site, unless `rel` says otherwise', () => {
  expect(rendered(<Link href="https://example.org/">Notes</Link>)).toContain('rel="noreferrer"');
  const own = (
    <Link href="https://example.org/" rel="license">
      Notes
    </Link>
  );
  expect(rendered(own)).toContain('rel="license"');
});
