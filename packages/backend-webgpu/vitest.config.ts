import { existsSync } from 'node:fs';
import { defineProject } from 'vitest/config';

// The software adapter of Debian's chromium, unless the caller chose a Vulkan driver. Loaders read it with getenv: forks, not threads.
const software = '/usr/lib/chromium/vk_swiftshader_icd.json';
const chosen = process.env['VK_ICD_FILENAMES'] ?? process.env['VK_DRIVER_FILES'];

export default defineProject({
  resolve: { conditions: ['@spmv/source'] },
  ssr: { resolve: { conditions: ['@spmv/source'] } },
  test: {
    name: 'backend-webgpu',
    pool: 'forks',
    execArgv: ['--conditions=@spmv/source', '--wasm-wrapper-tiering-budget=1000000000'],
    include: ['test/**/*.test.ts'],
    // A backstop for what hangs: how long a test takes says nothing of what it tests.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    env: chosen === undefined && existsSync(software) ? { VK_ICD_FILENAMES: software } : {},
  },
});
