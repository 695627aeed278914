import { type ReactNode, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { BASE_PATH } from '@web/bff/contract/constants';

const ATTRIBUTES = ['href', 'src', 'datetime', 'alt'];
const MARK = /\{\{[\w.]*\}\}|%7B%7B[\w.]*%7D%7D/;

/** A placeholder as a `<template>`, whose marks `app/document/fill-placeholder.ts` replaces by the values of a response. */
export function templateOf(path: string, placeholder: ReactNode): string {
  const element = createElement('template', { 'data-path': path }, placeholder);
  const router = createMemoryRouter([{ path: '*', element }], {
    basename: `${BASE_PATH}/`,
    initialEntries: [`${BASE_PATH}/`],
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  const marked = html.replace(/<[a-z][^>]*>/g, (tag) => withFilledAttributes(path, tag));
  return marked.replace(/(?<=>)[^<]+/g, (text) => text.replace(/\{\{([\w.]*)\}\}/g, '<!--$1-->'));
}

/** Renames attributes with marks, so that the browser asks for no URL before it is known. */
function withFilledAttributes(path: string, tag: string): string {
  let isFilled = false;
  const renamed = tag.replace(/ ([\w-]+)="([^"]*)"/g, (attribute, name: string, value: string) => {
    if (!MARK.test(value)) return attribute;
    if (!ATTRIBUTES.includes(name))
      throw new Error(
        `The placeholder of ${path} takes ${value} for the attribute ${name}; a response can fill ${ATTRIBUTES.join(', ')} and text.`,
      );
    isFilled = true;
    return ` data-${name}="${value}"`;
  });
  return isFilled ? renamed.replace(/\/?>$/, ' data-fill=""$&') : renamed;
}
