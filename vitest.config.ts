import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { projects: ['packages/*', 'examples/{multiply,plugin-guide}', 'tools', 'tools/outside'] } });
