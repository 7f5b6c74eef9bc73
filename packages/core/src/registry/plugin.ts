import type { BackendDescriptor } from '../backend/backend-driver.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { FileType } from '../file/file-type.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { MatrixKernel } from '../kernel/matrix-kernel.ts';
import type { MatrixOperation } from '../operation/matrix-operation.ts';
import type { Operation } from '../operation/operation.ts';

/** Version of the interfaces in this package that plugins are written against. */
export const API_VERSION = 2;

/** What a package brings. The default export of the module its manifest names as `entry`. */
export interface Plugin {
  /** Name of the npm package. */
  readonly name: string;
  readonly apiVersion: number;
  readonly operations?: readonly Operation[];
  readonly formats?: readonly SparseFormat[];
  readonly kernels?: readonly Kernel[];
  readonly matrixOperations?: readonly MatrixOperation[];
  readonly matrixKernels?: readonly MatrixKernel[];
  readonly backends?: readonly BackendDescriptor[];
  readonly files?: readonly FileType[];
  /** What it makes of this machine, in a sentence without its end, for `spmv doctor`. Errors: what keeps its kernels from running. */
  about?(): Promise<string>;
}

function invalid(name: string, what: string): SpmvError {
  return new SpmvError('PLUGIN.INVALID', `Plugin '${name}' is not valid: ${what}.`, {
    fix: 'Its entry module must have a default export made with definePlugin.',
    details: { plugin: name },
  });
}

function checkItems(
  plugin: Plugin,
  field: keyof Omit<Plugin, 'name' | 'apiVersion' | 'about'>,
  kind: string,
  required: readonly string[],
): void {
  const items: unknown = plugin[field] ?? [];
  if (!Array.isArray(items)) throw invalid(plugin.name, `'${field}' is not an array`);
  for (const item of items as unknown[]) {
    if (typeof item !== 'object' || item === null)
      throw invalid(plugin.name, `'${field}' holds something that is not an object`);
    const record = item as Record<string, unknown>;
    if (record['kind'] !== kind) throw invalid(plugin.name, `'${field}' holds an object whose kind is not '${kind}'`);
    const missing = required.filter((key) => record[key] === undefined);
    if (missing.length > 0)
      throw invalid(plugin.name, `${kind} '${String(record['id'])}' has no ${missing.join(', ')}`);
  }
}

/**
 * Checks a plugin's shape and freezes it. Runs no device code; opens nothing.
 *
 * Errors: `PLUGIN.INVALID`, `PLUGIN.API_VERSION` when it was written for other interfaces than this core's.
 */
export function definePlugin(plugin: Plugin): Plugin {
  const value: unknown = plugin;
  if (typeof value !== 'object' || value === null || typeof plugin.name !== 'string')
    throw invalid('unnamed', 'it needs a name');
  if (plugin.apiVersion !== API_VERSION) {
    throw new SpmvError(
      'PLUGIN.API_VERSION',
      `Plugin '${plugin.name}' is written for interface version ${plugin.apiVersion}, but this is version ${API_VERSION}.`,
      {
        fix: 'Install a version of the plugin that fits @spmv/core, or the other way round.',
        details: { plugin: plugin.name, wanted: plugin.apiVersion, have: API_VERSION },
      },
    );
  }
  checkItems(plugin, 'operations', 'operation', [
    'id',
    'formula',
    'options',
    'sizes',
    'operands',
    'trivial',
    'flops',
    'reference',
    'checks',
  ]);
  checkItems(plugin, 'formats', 'format', ['id', 'layout', 'params', 'plan', 'build', 'toCoo', 'check']);
  checkItems(plugin, 'kernels', 'kernel', ['id', 'operation', 'target', 'params', 'precisions', 'program']);
  checkItems(plugin, 'matrixOperations', 'matrix-operation', [
    'id',
    'formula',
    'options',
    'matrices',
    'scalars',
    'shape',
    'rowWork',
    'reference',
    'checks',
  ]);
  checkItems(plugin, 'matrixKernels', 'matrix-kernel', [
    'id',
    'operation',
    'target',
    'formats',
    'params',
    'precisions',
    'symbolic',
    'numeric',
  ]);
  checkItems(plugin, 'backends', 'backend', ['id', 'targets', 'launchParams', 'probe', 'open']);
  checkItems(plugin, 'files', 'file', ['id', 'title', 'endings', 'recognises', 'read']);
  return Object.freeze({ ...plugin });
}
