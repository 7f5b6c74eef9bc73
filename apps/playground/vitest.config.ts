import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['@spmv/source'] },
  ssr: { resolve: { conditions: ['@spmv/source'] } },
  test: {
    name: 'playground',
    pool: 'forks',
    execArgv: ['--conditions=@spmv/source', '--wasm-wrapper-tiering-budget=1000000000'],
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/page/built-site.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
