import type { Plugin, Registry, Kernel } from '@spmv/core';
import { spmv } from '@spmv/core';
import { cpuKernels } from '@spmv/kernels-cpu';
import { CliError } from '../cli-error.ts';
import type { EngineContext } from './engine-context.ts';
import type { PluginCandidate } from '../discovery/candidate.ts';
import type { LoadedPlugin } from '../discovery/installation.ts';
import { migrationFrom } from '../discovery/migration.ts';
import { EXIT } from '../exit-codes.ts';

/** A plugin to be tested and what its test needs of others. */
export interface ConformSubject extends LoadedPlugin {
  /** Formats and backends to use. */
  readonly registry: Registry;
  /** Kernels for its backends. */
  readonly kernels: readonly Kernel[];
}

function isOfficial({ name }: PluginCandidate): boolean {
  return name.startsWith('@spmv/');
}

/** Whether something that the plugin brings finds no other half here: a kernel its operation, its format or a backend, a backend a kernel. */
function lacks(
  { kernels = [], matrixKernels = [], matrixOperations = [], backends = [] }: Plugin,
  registry: Registry,
  others: readonly Kernel[],
): boolean {
  const formats = new Set(registry.formats.map(({ id }) => id));
  const operations = new Set(registry.operations.map(({ id }) => id));
  const targets = new Set(registry.backends.flatMap((backend) => backend.targets));
  const makers = new Set([...registry.matrixOperations, ...matrixOperations].map(({ id }) => id));
  return (
    matrixKernels.some(
      ({ target, operation, formats: of }) =>
        !targets.has(target) || !makers.has(operation) || Object.values(of).some((format) => !formats.has(format)),
    ) ||
    kernels.some(
      ({ target, format, operation }) =>
        !targets.has(target) || !operations.has(operation) || (format !== undefined && !formats.has(format)),
    ) ||
    backends.some(
      (backend) =>
        !others.some(
          ({ target, format }) => backend.targets.includes(target) && (format === undefined || formats.has(format)),
        ),
    )
  );
}

/** The kernels installed, and those of the processor that come with this command: a backend of a project of its own has none beside it. */
function kernelsOf(registry: Registry): readonly Kernel[] {
  const installed = registry.kernels();
  const ids = new Set(installed.map(({ id }) => id));
  return [...installed, ...cpuKernels.filter(({ id }) => !ids.has(id))];
}

/**
 * Of operations that other plugins bring, one kernel of each variant in each language: it has every kind of operand that a backend binds,
 * and all the others are theirs to be tested, which takes minutes. Of SpMV, and of the plugin's own operations and formats, all.
 */
export function kernelsBeside(
  { operations = [], formats = [] }: Plugin,
  kernels: readonly Kernel[],
): readonly Kernel[] {
  const seen = new Set<string>();
  return kernels.filter(({ operation, format, target, options }) => {
    const isOwn = operations.some(({ id }) => id === operation) || formats.some(({ id }) => id === format);
    if (isOwn || operation === spmv.id) return true;
    const variant = JSON.stringify([operation, target, options ?? {}]);
    const isNew = !seen.has(variant);
    seen.add(variant);
    return isNew;
  });
}

/**
 * Loads a plugin and what is tested with it: the packages of this project, `@spmv/…`, and only where those do not do, whatever else is
 * installed. So nobody answers for a stranger's plugin.
 *
 * Errors: usage where there is no such plugin, failed where it does not load.
 */
export async function loadSubject(context: EngineContext, reference: string): Promise<ConformSubject> {
  const found = await context.discover([reference]);
  const candidate = found.candidates.find(({ origin }) => origin === 'flag');
  const near = await found.load((one) => one === candidate || isOfficial(one), { reports: true });
  const subject = near.plugins.find((plugin) => plugin.candidate === candidate);
  if (!subject) {
    const problem = near.unusable.find((plugin) => plugin.candidate === candidate)?.problem;
    const code = problem?.code === 'PLUGIN.NOT_FOUND' ? EXIT.usage : EXIT.failed;
    throw new CliError(
      code,
      `${reference} cannot be tested: ${problem?.reason ?? 'it is no plugin.'}`,
      migrationFrom(candidate?.written) ?? problem?.fix ?? 'Name an installed package or a path.',
    );
  }
  const { registry } = lacks(subject.plugin, near.registry, kernelsOf(near.registry)) ? await found.load() : near;
  return { ...subject, registry, kernels: kernelsBeside(subject.plugin, kernelsOf(registry)) };
}
