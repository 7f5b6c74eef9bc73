import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['@spmv/source'] },
  ssr: { resolve: { conditions: ['@spmv/source'] } },
  test: {
    name: 'backend-serial',
    pool: 'forks',
    execArgv: ['--conditions=@spmv/source'],
    include: ['test/**/*.test.ts'],
    // Ends what hangs; no test's verdict depends on how fast the machine is.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
