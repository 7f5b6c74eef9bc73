import { defineProject } from 'vitest/config';

export default defineProject({
  test: { name: 'tools', pool: 'forks', include: ['test/**/*.test.ts'] },
});
