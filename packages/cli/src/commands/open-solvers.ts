import type { Backend, Precision, Registry } from '@spmv/core';
import { createRegistry } from '@spmv/core';
import { solverPlugins } from '@spmv/solvers';
import type { Context } from '../documents/context.ts';
import { selectionOf } from './flags/selection.ts';
import { openOne } from './open-backend.ts';

/** Where to solve. */
export interface SolverFlags {
  readonly backend: string;
  readonly device?: readonly string[];
  readonly precision: string;
}

/** A backend with the kernels that solvers need. */
export interface OpenSolvers {
  readonly backend: Backend;
  readonly registry: Registry;
  readonly precision: Precision;
  dispose(): Promise<void>;
}

/** Opens a backend with what is installed, and with the vector operations that this command brings. Errors: usage, unavailable. */
export async function openSolvers(context: Context, flags: SolverFlags): Promise<OpenSolvers> {
  const asked = selectionOf({
    backend: [flags.backend],
    precision: [flags.precision],
    ...(flags.device ? { device: flags.device } : {}),
    seed: 0,
  });
  const { opened, registry, selection, dispose } = await openOne(context, flags.backend, asked, { formats: ['csr'] });
  const { plugins } = registry;
  // A copy that the project has installed comes first.
  const ours = solverPlugins.filter(({ name }) => !plugins.some((plugin) => plugin.name === name));
  return {
    backend: opened.backend,
    registry: createRegistry([...plugins, ...ours]),
    precision: selection.precisions?.[0] ?? 'f64',
    dispose,
  };
}
