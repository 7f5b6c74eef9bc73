import type { Registry } from '@spmv/core';
import { createRegistry, spmv } from '@spmv/core';
import type { PluginCandidate, Kind } from './candidate.ts';
import { promised } from './candidate.ts';
import type { Installation, LoadedInstallation } from './installation.ts';
import { officialBackend } from './official.ts';

/** What a command will use, by id; an absent list means all there are. */
export interface Needs {
  /** What is computed, whatever it makes; absent: SpMV. */
  readonly operation?: string;
  readonly formats?: readonly string[];
  readonly kernels?: readonly string[];
  readonly backends?: readonly string[];
  /** Used where it is there: what speed-ups are relative to. */
  readonly besides?: Readonly<Record<ListedKind, string>>;
}

/** What commands name any number of. */
type ListedKind = Exclude<Kind, 'operations' | 'matrixOperations' | 'matrixKernels' | 'files'>;

/** What brings an operation: one of vectors, or one that makes a matrix. */
const OPERATIONS = ['operations', 'matrixOperations'] as const;

/** Languages that ids of kernels begin with. */
const TARGETS: ReadonlySet<string> = new Set(['js', 'wasm', 'wgsl', 'cuda', 'native', 'petsc']);

/** Accepts candidates that bring one of these ids, or may; of an absent list, anything of the kind. */
export function bringing(kind: Kind, ids?: readonly string[]): (candidate: PluginCandidate) => boolean {
  return (candidate) => {
    const theirs = promised(candidate, kind);
    return theirs === undefined || theirs.some((id) => ids?.includes(id) ?? true);
  };
}

function either(
  ...tests: readonly ((candidate: PluginCandidate) => boolean)[]
): (candidate: PluginCandidate) => boolean {
  return (candidate) => tests.some((test) => test(candidate));
}

/** Accepts candidates that bring something of one of these kinds, or may. */
export function bringingAny(...kinds: readonly Kind[]): (candidate: PluginCandidate) => boolean {
  return either(...kinds.map((kind) => bringing(kind)));
}

/** The list to look for: with what is wanted besides where anybody brings that, or all when nobody brings a name, so that near ones can be told. */
function wantedIds(
  { candidates }: Installation,
  kind: ListedKind,
  { [kind]: ids, besides }: Needs,
): readonly string[] | undefined {
  const brings = (id: string): boolean => candidates.some((candidate) => promised(candidate, kind)?.includes(id));
  if (!ids?.every((id) => brings(id) || (kind === 'backends' && officialBackend(id)))) return undefined;
  return besides && brings(besides[kind]) ? [...ids, besides[kind]] : ids;
}

/** What a candidate brings itself that a kernel of it may be for, by the rule for ids: `target/id`, `target/id-variant` and `target/library-id`. */
function ownOf(candidate: PluginCandidate, kind: 'formats' | 'operations', kernel: string): readonly string[] {
  const words = `-${kernel.slice(kernel.indexOf('/') + 1)}-`;
  return (promised(candidate, kind) ?? []).filter((id) => words.includes(`-${id}-`));
}

/** Accepts candidates that bring this operation, or may; none where core brings it, and all of the kind where nobody does, so that near names can be told. */
function bringingOperation({ candidates }: Installation, id: string): (candidate: PluginCandidate) => boolean {
  if (createRegistry([]).operations.some((operation) => operation.id === id)) return () => false;
  const known = OPERATIONS.find((kind) => candidates.some((candidate) => promised(candidate, kind)?.includes(id)));
  return known ? bringing(known, [id]) : bringingAny(...OPERATIONS);
}

/** Accepts candidates with a kernel of an operation that makes a matrix in one of the languages of these backends. */
function matrixKernelsFor({ backends }: Registry): (candidate: PluginCandidate) => boolean {
  const targets = new Set(backends.flatMap((backend) => backend.targets as readonly string[]));
  return (candidate) =>
    promised(candidate, 'matrixKernels')?.some((kernel) => targets.has(kernel.split('/', 1)[0] ?? '')) ?? true;
}

/** Accepts candidates with a kernel in one of these languages that is, or may be, for this operation and one of these formats. */
function kernelsFor(
  operation: string,
  formats: readonly string[] | undefined,
  registry: Registry,
): (candidate: PluginCandidate) => boolean {
  const targets = new Set(registry.backends.flatMap((backend) => backend.targets as readonly string[]));
  return (candidate) =>
    promised(candidate, 'kernels')?.some((kernel) => {
      const [target = ''] = kernel.split('/', 1);
      if (TARGETS.has(target) && !targets.has(target)) return false;
      const operations = ownOf(candidate, 'operations', kernel);
      if (operations.length > 0) return operations.includes(operation);
      const own = ownOf(candidate, 'formats', kernel);
      return formats === undefined || own.length === 0 || own.some((format) => formats.includes(format));
    }) ?? true;
}

/**
 * Runs the plugins that a command has use for, and no others: the operation and the backends it names, kernels in their languages, and the
 * formats and operations of those kernels. What a plugin brings is told by its manifest; one without a manifest has to run.
 */
export async function loadNeeded(installation: Installation, needs: Needs): Promise<LoadedInstallation> {
  const [backends, kernels, formats] = [
    wantedIds(installation, 'backends', needs),
    wantedIds(installation, 'kernels', needs),
    wantedIds(installation, 'formats', needs),
  ];
  const { operation = spmv.id } = needs;
  const withBackends = either(bringing('backends', backends), bringingOperation(installation, operation));
  const { registry } = await installation.load(withBackends);
  // Its kernels are few: each may read another format.
  if (registry.matrixOperations.some(({ id }) => id === operation))
    return installation.load(either(withBackends, matrixKernelsFor(registry), bringing('formats')));
  const withKernels = either(
    withBackends,
    kernels ? bringing('kernels', kernels) : kernelsFor(operation, formats, registry),
  );
  if (!kernels || needs.formats) return installation.load(either(withKernels, bringing('formats', formats)));
  const running = (await installation.load(withKernels)).registry;
  // Their formats and operations may not be here yet.
  const theirs = [...running.kernels(), ...running.orphans].filter(({ id }) => kernels.includes(id));
  const formatsOfThem = theirs.flatMap(({ format }) => (format === undefined ? [] : [format]));
  const operationsOfThem = theirs.map((kernel) => kernel.operation);
  return installation.load(
    either(withKernels, bringing('formats', formatsOfThem), bringing('operations', operationsOfThem)),
  );
}

/** Runs the plugins that bring these formats, or any where nobody brings one of them. */
export function loadFormats(installation: Installation, formats?: readonly string[]): Promise<LoadedInstallation> {
  return installation.load(bringing('formats', wantedIds(installation, 'formats', formats ? { formats } : {})));
}
