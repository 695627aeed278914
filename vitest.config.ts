import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist*/**'];

export default defineConfig({
  test: {
    projects: [
      // Types, units, HTTP: nothing but Node is needed.
      {
        test: {
          name: 'unit',
          include: ['{bff,client,nginx}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.e2e.test.ts'],
        },
      },
      // The whole path, with Chromium, Docker and a foreign nginx; one file at a time, since ports and cores are few.
      {
        test: {
          name: 'e2e',
          include: ['{bff,client,nginx}/**/*.e2e.test.ts'],
          exclude,
          globalSetup: 'nginx/e2e/prerequisites.ts',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
