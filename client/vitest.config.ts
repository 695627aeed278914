import { resolve } from 'node:path';
import { vitestProjects } from '@web/bff/test/vitest-projects';
import { formBodies } from './vite/forms/form-bodies.ts';

const calls = ['../bff/src/contract/calls/all.ts', '../bff/test/form-calls.ts'];

export default vitestProjects({
  endToEndWorkers: 2,
  plugins: [formBodies(calls.map((file) => resolve(import.meta.dirname, file)))],
});
