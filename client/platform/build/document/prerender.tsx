import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router-dom';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { product } from '@web/bff/platform/contract/product/product';
import { documentTexts } from '#platform/messages/first-load.ts';
import { Page } from '#platform/ui/page.tsx';
import { PendingScreen, Placeholder } from '#platform/routing/pending-screen.tsx';
import { Layout } from '#platform/product/layout.ts';
import { placeholders } from '#platform/product/placeholders.ts';

const routed = (route: RouteObject) => {
  const home = `${BASE_PATH}/`;
  return <RouterProvider router={createMemoryRouter([route], { basename: home, initialEntries: [home] })} />;
};

/** Renders a placeholder as a `<template>`. In the browser, `platform/document/placeholder-of.ts` replaces the marks with the response's values. */
export function templateOf(path: string, placeholder: ReactNode): string {
  const template = <template data-path={path}>{placeholder}</template>;
  const html = renderToStaticMarkup(routed({ path: '*', element: template }));
  // Drops React's preload links, with which every screen would fetch the images of all placeholders.
  return html.slice(html.indexOf('<template '));
}

/** Prerenders the document's head and body at `/` for an anonymous user. Nests routes like `router.tsx`, because `useId` depends on the depth. */
export function prerender(webManifest: string) {
  const { description = product.purpose, noScript, noScriptAdvice, outdated } = documentTexts;
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
  const withoutScript = (
    <PendingScreen>
      <noscript>
        <Page heading={noScript} lead={noScriptAdvice} />
      </noscript>
    </PendingScreen>
  );
  // `renderToString`, because the layout is hydrated.
  const frame = renderToString(
    routed({ element: layout, children: [{ path: '*', element: withoutScript }] }),
  );
  const notice = renderToStaticMarkup(<p className="outdated">{outdated}</p>);
  // The shared placeholder has an empty path.
  const templates = Object.entries({ '': <Placeholder />, ...placeholders }).map(([path, placeholder]) =>
    templateOf(path, placeholder),
  );
  return {
    name: product.name,
    head,
    body: [notice, `<div id="root">${frame}</div>`, ...templates].join(''),
  };
}
