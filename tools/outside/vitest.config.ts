import { defineProject } from 'vitest/config';

// Limits of time are for what hangs: installing takes as long as the network and the machine want.
// Tests of packed packages in folders outside the repository. All packages are packed and published once for all of them.
export default defineProject({
  test: {
    name: 'outside',
    pool: 'forks',
    include: ['test/**/*.test.ts'],
    globalSetup: './set-up.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
