import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { projects: ['packages/*', 'examples/{multiply,plugin-guide,readmes}', 'tools', 'tools/outside'] } });
