// Brings a bare clone, on a machine with nothing but Node (20 or later) and npm, to its demonstration or through its tests.
// Usage: node tools/start.mjs demo [arguments of `spmv bench`] | playground [--port N] | test [--full | --changed] [folder ...] | setup [page] | release version | release rehearse | release publish
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { demo } from './start/demo.mjs';
import { requirePlatform, runWithPnpm } from './start/environment.mjs';
import { playground } from './start/playground.mjs';
import { release } from './start/release.mjs';
import { setup } from './start/setup.mjs';
import { StageError } from './start/stage.mjs';
import { test } from './start/test.mjs';

const TASKS = { demo, playground, test, setup, release };

async function main([task, ...rest]) {
  if (!Object.hasOwn(TASKS, task))
    throw new StageError(`usage: node tools/start.mjs ${Object.keys(TASKS).join(' | ')}`, 2);
  requirePlatform();
  const code = await runWithPnpm(fileURLToPath(import.meta.url), [task, ...rest]);
  return code ?? TASKS[task](rest);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StageError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = error.exitCode;
}
