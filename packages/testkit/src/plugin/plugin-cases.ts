import type {
  BackendDescriptor,
  MatrixKernel,
  MatrixOperation,
  Operation,
  Plugin,
  PluginManifest,
  SparseFormat,
  Kernel,
} from '@spmv/core';
import { API_VERSION, createRegistry, definePlugin, providesOf, spmv } from '@spmv/core';
import { backendCases } from '../backend/backend-cases.ts';
import { createSession } from '../backend/session.ts';
import type { ParamChoice } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { fileCases } from '../file/file-cases.ts';
import { formatCases } from '../format/format-cases.ts';
import { kernelCases, kernelSubjects } from '../kernel/kernel-cases.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { matrixKernelCases } from '../matrix/matrix-cases.ts';
import { agreementCases } from './agreement-cases.ts';

/** What the cases of a plugin need besides it. */
export interface PluginCasesOptions {
  /** The field `"spmv"` of its package.json. */
  readonly manifest?: PluginManifest;
  /** Backends of other packages to run its kernels on. */
  readonly backends?: readonly BackendDescriptor[];
  /** Operations of other packages that its kernels compute. */
  readonly operations?: readonly Operation[];
  /** The same of those whose result is a stored matrix. */
  readonly matrixOperations?: readonly MatrixOperation[];
  /** Formats of other packages that its kernels read. */
  readonly formats?: readonly SparseFormat[];
  /** Kernels of other packages to run on its backends. */
  readonly kernels?: readonly Kernel[];
  readonly params?: ParamChoice;
  /** Matrices besides the kit's own, for formats that accept few of those. */
  readonly matrices?: readonly TestMatrix[];
}

/** What a kernel computes and reads, of what was given. */
interface Parts {
  readonly operation: Operation;
  readonly format: SparseFormat;
}

const VALID = 'A plugin is what definePlugin accepts, and can be installed beside itself';
const MANIFEST = 'The manifest says what the plugin brings';
const NAMESPACE = 'Operations, formats, backends and types of files of third parties are named vendor/name';

function valid(plugin: Plugin, recorder: Recorder): void {
  const where = { plugin: plugin.name };
  ensure(Object.isFrozen(definePlugin(plugin)), VALID, 'it is not frozen', where);
  createRegistry([plugin, plugin]);
  recorder.compare();
}

/** Fails unless the manifest names exactly what the plugin brings. */
export function checkManifest(plugin: Plugin, manifest: PluginManifest): void {
  const where = { plugin: plugin.name };
  ensure(
    manifest.apiVersion === API_VERSION && manifest.apiVersion === plugin.apiVersion,
    MANIFEST,
    `apiVersion is ${manifest.apiVersion}`,
    where,
  );
  ensure(
    typeof manifest.entry === 'string' && manifest.entry.startsWith('./'),
    MANIFEST,
    `entry '${manifest.entry}' is not a path inside the package`,
    where,
  );
  const provides = manifest.provides ?? {};
  const brought = providesOf(plugin);
  for (const kind of [
    'operations',
    'formats',
    'kernels',
    'matrixOperations',
    'matrixKernels',
    'backends',
    'files',
    'sizes',
  ] as const) {
    const ids = brought[kind] ?? [];
    // Sizes need not be named.
    const stated = provides[kind] ?? (kind === 'sizes' ? ids : []);
    const missing = ids.filter((id) => !stated.includes(id));
    const extra = stated.filter((id) => !ids.includes(id));
    ensure(missing.length === 0, MANIFEST, `${kind} ${missing.join(', ')} are not in it`, where);
    ensure(extra.length === 0, MANIFEST, `${kind} ${extra.join(', ')} are in it, not in the plugin`, where);
  }
}

function namespace(plugin: Plugin, recorder: Recorder): void {
  const { operations = [], formats = [], matrixOperations = [], backends = [], files = [] } = providesOf(plugin);
  const bare = plugin.name.startsWith('@spmv/')
    ? undefined
    : [...operations, ...formats, ...matrixOperations, ...backends, ...files].find((id) => !id.includes('/'));
  ensure(bare === undefined, NAMESPACE, `'${bare}' has no vendor`, { plugin: plugin.name });
  recorder.compare();
}

/**
 * Everything a plugin promises: its shape, its manifest, then all cases of its formats, of its kernels on every backend given or
 * brought, of its types of files, of its backends, and of all of them together: what several compute is compared between them. A format without a kernel is read by one of `kernels`; a kernel for which no format or backend is given is reported as not tried.
 */
export function pluginCases(plugin: Plugin, options: PluginCasesOptions = {}): readonly ConformanceCase[] {
  const { manifest, params = {}, matrices = [] } = options;
  const formats = [...(plugin.formats ?? []), ...(options.formats ?? [])];
  const kernels = plugin.kernels ?? [];
  const operations = [spmv, ...(plugin.operations ?? []), ...(options.operations ?? [])];
  const own = plugin.backends ?? [];
  const others = (options.kernels ?? []).filter(({ id }) => !kernels.some((kernel) => kernel.id === id));
  const make = (id: string, run: (recorder: Recorder) => void): ConformanceCase =>
    defineCase({ id: `${plugin.name}/${id}`, run });
  // The backends that are tried, opened once for all kernels: workers and devices take longer to start than most cases.
  const sessions = new Map(
    [...own, ...(options.backends ?? [])].map((backend) => [backend.id, { backend, session: createSession(backend) }]),
  );
  const partsOf = ({ operation: id, format: read }: Kernel): Partial<Parts> => {
    const [operation, format] = [operations.find((one) => one.id === id), formats.find((one) => one.id === read)];
    return { ...(operation ? { operation } : {}), ...(format ? { format } : {}) };
  };
  const runs = (kernel: Kernel): readonly ConformanceCase[] => {
    const { operation, format } = partsOf(kernel);
    const elsewhere = (options.backends ?? []).filter(
      (backend) => !own.some(({ id }) => id === backend.id) && backend.targets.includes(kernel.target),
    );
    const missing =
      operation === undefined
        ? `no operation '${kernel.operation}' was given`
        : kernel.format !== undefined && format === undefined
          ? `no format '${kernel.format}' was given`
          : elsewhere.length === 0 && !own.some((backend) => backend.targets.includes(kernel.target))
            ? `no backend was given that runs ${kernel.target}`
            : undefined;
    if (operation === undefined || missing !== undefined)
      return [make(`kernel/${kernel.id}`, (recorder) => recorder.notTried(missing ?? ''))];
    const parts = { operation, kernel, ...(format ? { format } : {}), params, matrices };
    return elsewhere.flatMap((backend) => kernelCases({ ...parts, ...sessions.get(backend.id), backend }));
  };
  const runsMatrix = (kernel: MatrixKernel): readonly ConformanceCase[] => {
    const operation = [...(plugin.matrixOperations ?? []), ...(options.matrixOperations ?? [])].find(
      ({ id }) => id === kernel.operation,
    );
    const unknown = Object.values(kernel.formats).find((id) => !formats.some((format) => format.id === id));
    const places = [...sessions.values()].filter(({ backend }) => backend.targets.includes(kernel.target));
    const missing =
      operation === undefined
        ? `no operation '${kernel.operation}' was given`
        : unknown !== undefined
          ? `no format '${unknown}' was given`
          : places.length === 0
            ? `no backend was given that runs ${kernel.target}`
            : undefined;
    if (operation === undefined || missing !== undefined)
      return [make(`kernel/${kernel.id}`, (recorder) => recorder.notTried(missing ?? ''))];
    return places.flatMap((place) => matrixKernelCases({ operation, kernel, ...place, formats, matrices }));
  };
  const together = [...kernels, ...(own.length > 0 ? others : [])].flatMap((kernel) => {
    const { operation, format } = partsOf(kernel);
    if (operation === undefined || (kernel.format !== undefined && format === undefined)) return [];
    const parts = { operation, kernel, ...(format ? { format } : {}), matrices };
    return [...sessions.values()]
      .filter(({ backend }) => backend.targets.includes(kernel.target))
      .flatMap((where) => kernelSubjects({ ...parts, ...where }));
  });
  // A format without a kernel of its own shows what it is good for with another package's: the first that runs here.
  const readers = (plugin.formats ?? [])
    .filter(({ id }) => !kernels.some((kernel) => kernel.format === id))
    .flatMap(({ id }) =>
      others
        .filter(
          (kernel) =>
            kernel.format === id && (options.backends ?? []).some((backend) => backend.targets.includes(kernel.target)),
        )
        .slice(0, 1),
    );
  return [
    make('plugin/valid', (recorder) => valid(plugin, recorder)),
    make('plugin/namespace', (recorder) => namespace(plugin, recorder)),
    ...(manifest === undefined
      ? []
      : [
          make('plugin/manifest', (recorder) => {
            checkManifest(plugin, manifest);
            recorder.compare();
          }),
        ]),
    ...(plugin.formats ?? []).flatMap((format) => formatCases(format, { params, matrices })),
    ...(plugin.files ?? []).flatMap(fileCases),
    ...own.flatMap((backend) =>
      backendCases(backend, { operations, formats, kernels: [...kernels, ...others], params, matrices }),
    ),
    ...[...kernels, ...readers].flatMap(runs),
    ...(plugin.matrixKernels ?? []).flatMap(runsMatrix),
    ...agreementCases(plugin.name, together),
  ];
}
