import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['@spmv/source'] },
  ssr: { resolve: { conditions: ['@spmv/source'] } },
  test: {
    name: 'readmes',
    pool: 'forks',
    testTimeout: 60_000,
    execArgv: ['--conditions=@spmv/source'],
    include: ['test/**/*.test.ts'],
  },
});
