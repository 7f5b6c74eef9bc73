import { defineConfig } from 'vitest/config';

// How many files run at once says the script `vitest`: projects take over no such setting from this file, and leave one core free, which on
// a machine of two cores, that of most CI services, is one file after another.
//
// Every project's `execArgv` has a budget of calls after which V8 replaces its wrappers of JavaScript called from WebAssembly. Node strips types by
// such a module, and V8 13.6 ended the process when several worker threads did it at once: a wrapper was freed twice in TierUpWasmToJSWrapper.
export default defineConfig({
  test: {
    globalSetup: ['./tools/test-folder.ts'],
    projects: [
      'apps/*',
      'packages/*',
      'examples/{multiply,plugin-guide,readmes,solvers}',
      'tools',
      'tools/outside',
      'tools/several-devices',
    ],
  },
});
