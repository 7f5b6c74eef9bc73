import { availableParallelism } from 'node:os';
import process from 'node:process';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import { FULL, FULL_FILES } from './tools/full-lane.ts';
import { has, SWIFTSHADER } from './tools/machine.ts';
import { TestOrder } from './tools/test-order.ts';

/** A driver that the caller chose; else WebGPU's tests run on a software adapter. */
const chosen = process.env['VK_ICD_FILENAMES'] ?? process.env['VK_DRIVER_FILES'];
// Loaders read it with getenv: forks, not threads.
const ADAPTER: Readonly<Record<string, string>> =
  chosen === undefined && has('swiftshader') ? { VK_ICD_FILENAMES: SWIFTSHADER } : {};

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

/** Sources run as Node runs them, without a module runner around each import. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };

/** Packages whose tests need something of their own, made once before them. */
const OWN: Readonly<Record<string, Settings>> = {
  'packages/backend-petsc': {
    isolate: false,
    experimental: NATIVE,
    globalSetup: ['packages/backend-petsc/test/compile.ts'],
  },
  'packages/backend-webgpu': { env: ADAPTER },
  // Commands of a file wait for one another in one process; those that start processes wait beside each other.
  'packages/cli': { isolate: false, experimental: NATIVE, sequence: { concurrent: true }, maxConcurrency: 3 },
  // Files share processes: what they import is transformed for Vite, .tsx among it.
  'apps/playground': { isolate: false, globalSetup: ['apps/playground/test/page/built-site.ts'] },
};

/** Tests that count the memory of their process: nobody used it before. */
const ALONE = [
  'packages/backend-cuda/test/two-pass.test.ts',
  'packages/format-hyb/test/long-rows.test.ts',
  'packages/mmio/test/sources.test.ts',
  'packages/solvers/test/memory.test.ts',
];

/**
 * `--wasm-wrapper-tiering-budget`: calls after which V8 replaces its wrappers of JavaScript called from WebAssembly. Node strips types by such a
 * module, and V8 13.6 ended the process when several worker threads did it at once: a wrapper was freed twice in TierUpWasmToJSWrapper.
 */
function project(name: string, settings: Settings): TestProjectInlineConfiguration {
  const { exclude = [], ...others } = settings;
  return {
    extends: true,
    test: {
      name,
      pool: 'forks',
      execArgv: ['--conditions=@spmv/source', '--wasm-wrapper-tiering-budget=1000000000'],
      ...others,
      exclude: [...exclude, ...(FULL ? [] : FULL_FILES)],
    },
  };
}

/** Tests that start what is built or packed: they see packages as users do. */
function built(name: string, settings: Settings): TestProjectInlineConfiguration {
  const exclude = FULL ? [] : [...FULL_FILES];
  return { test: { name, pool: 'forks', testTimeout: 600_000, hookTimeout: 600_000, exclude, ...settings } };
}

export default defineConfig({
  resolve: { conditions: ['@spmv/source'] },
  ssr: { resolve: { conditions: ['@spmv/source'] } },
  test: {
    globalSetup: ['./tools/test-folder.ts'],
    setupFiles: ['./tools/property-seed.ts'],
    // A backstop for what hangs: how long a test takes says nothing of what it tests.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // More than there are cores: many tests wait, for processes, pages and clocks.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: TestOrder },
    projects: [
      project('packages', {
        isolate: false,
        experimental: NATIVE,
        env: ADAPTER,
        include: [
          '{packages,apps}/*/test/**/*.test.ts',
          'examples/{multiply,plugin-guide,readmes,solvers}/test/**/*.test.ts',
          'tools/several-devices/test/**/*.test.ts',
        ],
        exclude: [...Object.keys(OWN).map((folder) => `${folder}/**`), ...ALONE],
      }),
      project('alone', { include: ALONE }),
      ...Object.entries(OWN).map(([folder, settings]) =>
        project(folder.slice(folder.indexOf('/') + 1), { include: [`${folder}/test/**/*.test.ts`], ...settings }),
      ),
      built('tools', { include: ['tools/test/**/*.test.ts'] }),
      built('outside', { include: ['tools/outside/test/**/*.test.ts'], globalSetup: ['tools/outside/set-up.ts'] }),
    ],
  },
});
