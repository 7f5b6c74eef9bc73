import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['@spmv/source'] },
  ssr: { resolve: { conditions: ['@spmv/source'] } },
  test: {
    name: 'core',
    pool: 'forks',
    execArgv: ['--conditions=@spmv/source'],
    include: ['test/**/*.test.ts'],
    setupFiles: ['../../tools/property-seed.ts'],
  },
});
