import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['@spmv/source'] },
  ssr: { resolve: { conditions: ['@spmv/source'] } },
  test: {
    name: 'format-row-segments',
    pool: 'forks',
    execArgv: ['--conditions=@spmv/source'],
    include: ['test/**/*.test.ts'],
  },
});
