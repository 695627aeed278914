import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist*/**'];

/** The two kinds of tests of a workspace: `unit` needs nothing but Node; `e2e` needs what `.ci/prerequisites.ts` lists. */
export const vitestProjects = () =>
  defineConfig({
    test: {
      projects: [
        {
          test: {
            name: 'unit',
            include: ['**/*.test.{ts,tsx}'],
            exclude: [...exclude, '**/*.e2e.test.ts'],
            // A machine that has other things to do takes its time: no test measures it.
            testTimeout: 60_000,
            hookTimeout: 60_000,
          },
        },
        {
          test: {
            name: 'e2e',
            include: ['**/*.e2e.test.ts'],
            exclude,
            // One file at a time: these start servers and browsers, and the cores are few.
            fileParallelism: false,
            testTimeout: 120_000,
            hookTimeout: 600_000,
          },
        },
      ],
    },
  });
