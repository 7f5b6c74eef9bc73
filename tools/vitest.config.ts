import { defineProject } from 'vitest/config';

export default defineProject({
  test: { name: 'tools', pool: 'forks', include: ['test/**/*.test.ts'], testTimeout: 240_000, hookTimeout: 240_000 },
});
