import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['@spmv/source'] },
  ssr: { resolve: { conditions: ['@spmv/source'] } },
  test: {
    name: 'several-devices',
    pool: 'forks',
    execArgv: ['--conditions=@spmv/source', '--wasm-wrapper-tiering-budget=1000000000'],
    include: ['test/**/*.test.ts'],
    // A backstop for what hangs: how long a test takes says nothing of what it tests.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
