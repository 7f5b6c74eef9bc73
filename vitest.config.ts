import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['packages/*', 'examples/{multiply,plugin-guide,readmes}', 'tools', 'tools/outside'],
    // Vitest leaves one core free; on machines of two cores, that of most CI services, this is half of the machine.
    maxWorkers: '100%',
  },
});
