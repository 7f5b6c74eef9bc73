import type { Kernel, Precision, Registry } from '@spmv/core';
import { kernelObstacle, suggestNames } from '@spmv/core';
import type { OpenBackend } from '@spmv/engine';
import { DEFAULT_OPERATION, kernelsOf } from '@spmv/engine';
import { usageError } from '../../cli-error.ts';
import type { Needs } from '../../discovery/needed.ts';
import { installed } from '../../session/check-selection.ts';
import type { CommandSelection } from '../../session/selection.ts';
import type { MultiplyFlags } from './flags.ts';

/** The format asked for; else that of a tuned point, else CSR, where the operation is the one that every kernel of it computes. */
function formatOf({ format, kernel, tuned, operation = DEFAULT_OPERATION }: MultiplyFlags): string | undefined {
  return format ?? (kernel === undefined && tuned === undefined && operation === DEFAULT_OPERATION ? 'csr' : undefined);
}

/** The kernel asked for, or the first that the backend runs in this precision. Errors: usage. */
export function chooseKernel(
  registry: Registry,
  { descriptor, backend }: OpenBackend,
  flags: MultiplyFlags,
  selection: CommandSelection,
  precision: Precision,
): Kernel {
  const format = formatOf(flags);
  if (format !== undefined) installed(registry, 'format', format);
  const fitting = kernelsOf(registry, selection, {
    targets: descriptor.targets,
    ...(format === undefined ? {} : { format }),
  });
  const able = fitting.find((kernel) => !kernelObstacle(kernel, descriptor, backend.device, precision));
  const kernel = flags.kernel === undefined ? (able ?? fitting[0]) : fitting.find(({ id }) => id === flags.kernel);
  if (kernel) return kernel;
  const { operation = DEFAULT_OPERATION } = selection;
  const computing = operation === DEFAULT_OPERATION ? '' : ` of operation '${operation}'`;
  const what =
    flags.kernel === undefined
      ? `no kernel${computing}${format === undefined ? '' : ` for format '${format}'`}`
      : `no kernel '${flags.kernel}'${computing}${format === undefined ? '' : ` for format '${format}'`}`;
  throw usageError(
    `Backend '${descriptor.id}' runs ${what}.`,
    flags.kernel === undefined
      ? 'See spmv kernels.'
      : suggestNames(
          flags.kernel,
          fitting.map(({ id }) => id),
        ),
  );
}

/** What has to be loaded besides the backend. */
export function needsOf(flags: MultiplyFlags, { operation }: CommandSelection): Needs {
  const format = formatOf(flags);
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(format === undefined ? {} : { formats: [format] }),
    ...(flags.kernel === undefined ? {} : { kernels: [flags.kernel] }),
  };
}
