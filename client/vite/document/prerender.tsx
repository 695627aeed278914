import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router-dom';
import { BASE_PATH } from '@web/bff/contract/constants';
import { product } from '@web/bff/contract/product';
import { messages } from '#messages/platform/document.ts';
import { Page } from '#ui/page.tsx';
import { PendingScreen, Placeholder } from '../../src/app/routing/pending-screen.tsx';
import { Layout } from '../../src/app/layout.tsx';
import { placeholders } from '../../src/app/placeholders.tsx';

/** A route at the home screen's address. */
const routed = (route: RouteObject) => {
  const home = `${BASE_PATH}/`;
  return <RouterProvider router={createMemoryRouter([route], { basename: home, initialEntries: [home] })} />;
};

/** A placeholder as a `<template>`, whose marks `app/document/placeholder-of.ts` replaces by the values of a response. */
export function templateOf(path: string, placeholder: ReactNode): string {
  const template = <template data-path={path}>{placeholder}</template>;
  const html = renderToStaticMarkup(routed({ path: '*', element: template }));
  // React puts links before it, which preload its pictures: every screen's document would fetch them.
  return html.slice(html.indexOf('<template '));
}

/**
 * What the document shows before any script has arrived: rendered once, at `/`, signed out. Vite's module runner runs this at build time. The
 * routes are nested as in `router.tsx`, because `useId` counts them.
 */
export function prerender(webManifest: string) {
  const { description, noScript, noScriptAdvice } = messages;
  const head = renderToStaticMarkup(
    <>
      <title>{product.name}</title>
      {description && <meta name="description" content={description} />}
      <link rel="manifest" href={`${BASE_PATH}/${webManifest}`} />
    </>,
  );
  const layout = (
    <Layout>
      <Outlet />
    </Layout>
  );
  // Browsers that run scripts never show it; the document's script or the screen replaces it.
  const withoutScript = (
    <PendingScreen>
      <noscript>
        <Page heading={noScript} lead={noScriptAdvice} />
      </noscript>
    </PendingScreen>
  );
  // The frame is hydrated, so it needs React's marks; placeholders are replaced.
  const frame = renderToString(
    routed({ element: layout, children: [{ path: '*', element: withoutScript }] }),
  );
  // The one that the other screens share has no path.
  const templates = Object.entries({ '': <Placeholder />, ...placeholders }).map(([path, placeholder]) =>
    templateOf(path, placeholder),
  );
  const body = [`<div id="root">${frame}</div>`, ...templates].join('');
  return { name: product.name, head, body };
}
