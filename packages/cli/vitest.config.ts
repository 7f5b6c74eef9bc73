import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['@spmv/source'] },
  ssr: { resolve: { conditions: ['@spmv/source'] } },
  test: {
    name: 'cli',
    pool: 'forks',
    execArgv: ['--conditions=@spmv/source'],
    include: ['test/**/*.test.ts'],
    // Most tests are processes of their own that wait for a compiler and a disk.
    testTimeout: 120_000,
    sequence: { concurrent: true },
    maxConcurrency: 3,
  },
});
