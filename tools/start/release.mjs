// A release: versions and changelogs out of the waiting changesets; once those are merged, its rehearsal in a registry of this machine, and publishing.
import process from 'node:process';
import { install, ROOT } from './environment.mjs';
import { stage, StageError } from './stage.mjs';

async function pnpm(name, ...args) {
  // Where a rehearsal publishes, names without a scope, too. What is installed comes from where it always does.
  const { SPMV_PUBLISH_REGISTRY: elsewhere } = process.env;
  const registry = { npm_config_registry: elsewhere, pnpm_config_registry: elsewhere };
  const env = name === 'publish' && elsewhere ? { ...process.env, ...registry } : process.env;
  if ((await stage(name, 'pnpm', args, { cwd: ROOT, env })) !== 0)
    throw new StageError(`Nothing was released: ${name} failed.`);
}

const STEPS = {
  /** A version is said in package.json alone. */
  async version() {
    await pnpm('versions', 'exec', 'node', 'tools/release/version.ts');
    await pnpm('lockfile', 'install', '--lockfile-only');
  },
  async rehearse(args) {
    await pnpm('rehearsal', 'exec', 'node', 'tools/release/rehearse.ts', ...args);
  },
  /** Publishes what the registry does not have yet. */
  async publish(args) {
    const without = args.filter((each) => each.startsWith('--without='));
    // Users get all or nothing.
    if (without.length > 0 && !process.env.SPMV_PUBLISH_REGISTRY)
      throw new StageError('A rehearsal alone leaves platforms out: npm run release:rehearse -- --without NAME', 2);
    await pnpm('build', 'run', 'build');
    // What is published is complete: the binary of each platform, kernels compiled for CUDA.
    await pnpm('packages', 'run', 'check:packages', '--complete', ...without);
    await pnpm('publish', 'exec', 'changeset', 'publish', ...args.filter((each) => !without.includes(each)));
  },
};

/** Installs and does a step of a release; resolves to the exit code. */
export async function release([step, ...args]) {
  if (!Object.hasOwn(STEPS, step))
    throw new StageError('usage: node tools/start.mjs release version | rehearse | publish', 2);
  await install();
  await STEPS[step](args);
  process.stdout.write(`\nRelease: ${step} is done.\n`);
  return 0;
}
