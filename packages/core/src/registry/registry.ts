import type { BackendDescriptor } from '../backend/backend-driver.ts';
import { suggestNames } from '../errors/nearest-names.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { FileType } from '../file/file-type.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { MatrixKernel } from '../kernel/matrix-kernel.ts';
import type { MatrixOperation } from '../operation/matrix-operation.ts';
import type { Operation } from '../operation/operation.ts';
import { operationOptions } from '../operation/operation.ts';
import type { Params } from '../params/param-space.ts';
import { spmv } from '../spmv/spmv.ts';
import type { Plugin } from './plugin.ts';
import { API_VERSION, definePlugin } from './plugin.ts';

/** Which kernels to list: every given field must match. */
export interface KernelFilter {
  readonly operation?: string;
  /** Options of the operation: kernels of another variant are left out. */
  readonly options?: Params;
  readonly format?: string;
  readonly targets?: readonly string[];
  readonly precision?: string;
}

/** Everything some plugins bring together. A value: made from a list, never changed. */
export interface Registry {
  readonly plugins: readonly Plugin[];
  readonly operations: readonly Operation[];
  readonly formats: readonly SparseFormat[];
  readonly backends: readonly BackendDescriptor[];
  /** In the order of the plugins: the first that recognises a file reads it. */
  readonly files: readonly FileType[];
  /** By id. Errors: `PLUGIN.UNKNOWN_ID` with the nearest names. */
  operation(id: string): Operation;
  format(id: string): SparseFormat;
  backend(id: string): BackendDescriptor;
  kernel(id: string): Kernel;
  /** Those that match and whose operation and format are here. */
  kernels(filter?: KernelFilter): readonly Kernel[];
  /** Kernels whose operation or format no plugin brings. They are only listed here and never run. */
  readonly orphans: readonly Kernel[];
  /** Operations whose result is a stored matrix. */
  readonly matrixOperations: readonly MatrixOperation[];
  /** Their kernels, of one operation where it is named. */
  matrixKernels(operation?: string): readonly MatrixKernel[];
  /** The plugin that brought this id. */
  owner(
    kind: 'operation' | 'format' | 'kernel' | 'matrix-operation' | 'matrix-kernel' | 'backend' | 'file',
    id: string,
  ): Plugin;
}

interface Owned<I> {
  readonly item: I;
  readonly plugin: Plugin;
}

function collect<I extends { readonly id: string; readonly kind: string }>(
  plugins: readonly Plugin[],
  items: (plugin: Plugin) => readonly I[],
): Map<string, Owned<I>> {
  const found = new Map<string, Owned<I>>();
  for (const plugin of plugins) {
    for (const item of items(plugin)) {
      const earlier = found.get(item.id);
      if (earlier === undefined) found.set(item.id, { item, plugin });
      else if (earlier.item !== item) {
        throw new SpmvError(
          'PLUGIN.DUPLICATE_ID',
          `Two plugins bring ${item.kind} '${item.id}': ${earlier.plugin.name} and ${plugin.name}.`,
          {
            fix: 'Remove one of them, or align their versions if they are copies of one package.',
            details: { id: item.id, kind: item.kind, plugins: [earlier.plugin.name, plugin.name] },
          },
        );
      }
    }
  }
  return found;
}

function pick<I>(found: ReadonlyMap<string, Owned<I>>, kind: string, id: string): Owned<I> {
  const owned = found.get(id);
  if (owned !== undefined) return owned;
  throw new SpmvError('PLUGIN.UNKNOWN_ID', `No installed plugin brings ${kind} '${id}'.`, {
    fix: `${suggestNames(id, found.keys())}${kind === 'kernel' ? ' spmv formats prints them all.' : ''}`,
    details: { kind, id, known: [...found.keys()] },
  });
}

/** What core itself brings. */
const CORE: Plugin = { name: '@spmv/core', apiVersion: API_VERSION, operations: [spmv] };

/**
 * A registry of `plugins`, and of SpMV. The same object from two plugins (one package depending on another) counts once.
 *
 * Errors: `PLUGIN.DUPLICATE_ID` naming both packages, `PLUGIN.INVALID`, `PLUGIN.API_VERSION`.
 */
export function createRegistry(plugins: Iterable<Plugin>): Registry {
  const list = [...plugins].map(definePlugin);
  const operations = collect<Operation>([CORE, ...list], (p) => p.operations ?? []);
  const formats = collect(list, (p) => p.formats ?? []);
  const kernels = collect<Kernel>(list, (p) => p.kernels ?? []);
  const matrixOperations = collect(list, (p) => p.matrixOperations ?? []);
  const matrixKernels = collect<MatrixKernel>(list, (p) => p.matrixKernels ?? []);
  const backends = collect(list, (p) => p.backends ?? []);
  const files = collect(list, (p) => p.files ?? []);
  const allKernels = [...kernels.values()].map(({ item }) => item);
  const homed = allKernels.filter(
    ({ operation, format }) => operations.has(operation) && (format === undefined || formats.has(format)),
  );
  const hasOptions = (kernel: Kernel, wanted: Params): boolean => {
    const options = operationOptions(pick(operations, 'operation', kernel.operation).item, kernel.options);
    return Object.entries(wanted).every(([name, value]) => options[name] === value);
  };
  const matches = (kernel: Kernel, filter: KernelFilter): boolean =>
    (filter.operation === undefined || kernel.operation === filter.operation) &&
    (filter.format === undefined || kernel.format === filter.format) &&
    (filter.targets === undefined || filter.targets.includes(kernel.target)) &&
    (filter.precision === undefined || kernel.precisions.some((p) => p.precision === filter.precision)) &&
    // Last, as it takes longer than all the others.
    (filter.options === undefined || hasOptions(kernel, filter.options));
  return {
    plugins: list,
    operations: [...operations.values()].map(({ item }) => item),
    formats: [...formats.values()].map(({ item }) => item),
    backends: [...backends.values()].map(({ item }) => item),
    files: [...files.values()].map(({ item }) => item),
    operation: (id) => pick(operations, 'operation', id).item,
    format: (id) => pick(formats, 'format', id).item,
    backend: (id) => pick(backends, 'backend', id).item,
    kernel: (id) => pick(kernels, 'kernel', id).item,
    kernels: (filter = {}) => homed.filter((kernel) => matches(kernel, filter)),
    matrixOperations: [...matrixOperations.values()].map(({ item }) => item),
    matrixKernels: (operation) =>
      [...matrixKernels.values()]
        .map(({ item }) => item)
        .filter(
          (kernel) => matrixOperations.has(kernel.operation) && (operation ?? kernel.operation) === kernel.operation,
        ),
    orphans: allKernels.filter((kernel) => !homed.includes(kernel)),
    owner: (kind, id) => {
      const found: ReadonlyMap<string, Owned<unknown>> = {
        operation: operations,
        format: formats,
        kernel: kernels,
        'matrix-operation': matrixOperations,
        'matrix-kernel': matrixKernels,
        backend: backends,
        file: files,
      }[kind];
      return pick(found, kind, id).plugin;
    },
  };
}
