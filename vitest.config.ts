import { defineConfig } from 'vitest/config';

// How many files run at once says the script `vitest`: projects take over no such setting from this file, and leave one core free, which on
// a machine of two cores, that of most CI services, is one file after another.
export default defineConfig({
  test: { projects: ['packages/*', 'examples/{multiply,plugin-guide,readmes,solvers}', 'tools', 'tools/outside'] },
});
