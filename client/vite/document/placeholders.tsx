import { type ReactNode, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { BASE_PATH } from '@web/bff/contract/constants';

/** A placeholder as a `<template>`, whose marks `app/document/placeholder-of.ts` replaces by the values of a response. */
export function templateOf(path: string, placeholder: ReactNode): string {
  const element = createElement('template', { 'data-path': path }, placeholder);
  const router = createMemoryRouter([{ path: '*', element }], {
    basename: `${BASE_PATH}/`,
    initialEntries: [`${BASE_PATH}/`],
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  // React puts links before it, which preload its pictures: every screen's document would fetch them.
  return html.slice(html.indexOf('<template '));
}
