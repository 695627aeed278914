import { expect, test } from 'vitest';
import { modulesOfApplication } from './modules-of-application.ts';

const imports: Readonly<Record<string, readonly string[]>> = {
  main: ['router'],
  list: ['button', 'own-part', 'form', 'table'],
  detail: ['button', 'form', 'table', 'router'],
  button: ['button.css'],
  form: ['form-library', 'form-messages'],
  table: ['cell'],
  deferred: ['own-part', 'error'],
  views: ['error'],
};
const large = ['form-library'];

test('small modules that a screen shares with another one or with what comes later belong to the application, with what they import, unless they come with a large one', () => {
  const modules = modulesOfApplication({
    entry: 'main',
    screens: ['list', 'detail'],
    later: ['deferred', 'views'],
    importsOf: (module) => imports[module] ?? [],
    isSmall: (module) => !large.includes(module),
  });
  expect([...modules].toSorted()).toEqual([
    'button',
    'button.css',
    'cell',
    'main',
    'own-part',
    'router',
    'table',
  ]);
});
