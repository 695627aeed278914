import { renderToString } from 'react-dom/server';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { BASE_PATH } from '@web/bff/contract/constants';
import { PendingScreen } from '../../src/app/routing/pending-screen.tsx';
import { Layout } from '../../src/app/layout.tsx';
import { Placeholder } from '../../src/app/routing/placeholder.tsx';
import { placeholders } from '../../src/app/placeholders.tsx';
import { templateOf } from './placeholders.tsx';

export interface Prerendered {
  readonly frame: string;
  /** One `<template>` for each placeholder. */
  readonly templates: string;
}

/**
 * What the document shows before any script has arrived: rendered once, at `/`, signed out. Vite's module runner runs this at build time. The
 * routes are nested as in `router.tsx`, because `useId` counts them.
 */
export function prerender(): Prerendered {
  // The frame is hydrated, so it needs React's marks; placeholders are replaced.
  const frame = renderToString(
    <RouterProvider
      router={createMemoryRouter(
        [
          {
            element: (
              <Layout>
                <Outlet />
              </Layout>
            ),
            children: [
              {
                path: '*',
                element: <PendingScreen />,
              },
            ],
          },
        ],
        { basename: `${BASE_PATH}/`, initialEntries: [`${BASE_PATH}/`] },
      )}
    />,
  );
  // The one that the other screens share has no path.
  const templates = Object.entries({ '': <Placeholder />, ...placeholders }).map(([path, placeholder]) =>
    templateOf(path, placeholder),
  );
  return { frame: `<div id="root">${frame}</div>`, templates: templates.join('') };
}
