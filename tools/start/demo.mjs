// The main job on real matrices: every backend that is there, validated, timed, side by side.
import { join } from 'node:path';
import process from 'node:process';
import { install, ROOT, workingNode } from './environment.mjs';
import { tool } from './setup.mjs';
import { run } from './stage.mjs';

/** What is run without arguments: one precision is enough to see. */
const USUAL = ['--precision', 'f64'];

/** Installs, compiles WebAssembly and runs `spmv bench` from sources on the bundled matrices; resolves to its exit code. */
export async function demo(args) {
  await install();
  await tool('build', 'tools/build-wasm.ts', '--fast');
  const given = args.length > 0 ? args : USUAL;
  process.stdout.write(`\n$ spmv ${['bench', ...given].join(' ')}\n`);
  const cache = join(ROOT, 'node_modules', '.cache', 'spmv-compiled');
  const main = join('packages', 'cli', 'src', 'main.ts');
  return run(workingNode(), ['--conditions=@spmv/source', main, 'bench', ...given], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
}
