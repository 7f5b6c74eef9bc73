import type { Registry } from '@spmv/core';
import type { Candidate, Kind } from './candidate.ts';
import { promised } from './candidate.ts';
import type { Installation, LoadedInstallation } from './installation.ts';
import { officialBackend } from './official.ts';

/** What a command will use, by id; an absent list means all there are. */
export interface Needs {
  readonly formats?: readonly string[];
  readonly kernels?: readonly string[];
  readonly backends?: readonly string[];
  /** Used where it is there: what speed-ups are relative to. */
  readonly besides?: Readonly<Record<Kind, string>>;
}

/** Languages that ids of kernels begin with. */
const TARGETS: ReadonlySet<string> = new Set(['js', 'wasm', 'wgsl', 'cuda', 'native']);

/** Accepts candidates that bring one of these ids, or may; of an absent list, anything of the kind. */
export function bringing(kind: Kind, ids?: readonly string[]): (candidate: Candidate) => boolean {
  return (candidate) => {
    const theirs = promised(candidate, kind);
    return theirs === undefined || theirs.some((id) => ids?.includes(id) ?? true);
  };
}

function either(...tests: readonly ((candidate: Candidate) => boolean)[]): (candidate: Candidate) => boolean {
  return (candidate) => tests.some((test) => test(candidate));
}

/** Accepts candidates that bring something of one of these kinds, or may. */
export function bringingAny(...kinds: readonly Kind[]): (candidate: Candidate) => boolean {
  return either(...kinds.map((kind) => bringing(kind)));
}

/** The list to look for: with what is wanted besides where anybody brings that, or all when nobody brings a name, so that near ones can be told. */
function wantedIds(
  { candidates }: Installation,
  kind: Kind,
  { [kind]: ids, besides }: Needs,
): readonly string[] | undefined {
  const brings = (id: string): boolean => candidates.some((candidate) => promised(candidate, kind)?.includes(id));
  if (!ids?.every((id) => brings(id) || (kind === 'backends' && officialBackend(id)))) return undefined;
  return besides && brings(besides[kind]) ? [...ids, besides[kind]] : ids;
}

/** The formats of its own that a kernel of a candidate may be for, by the rule for ids: `target/format` and `target/format-variant`. */
function ownFormatsOf(candidate: Candidate, kernel: string): readonly string[] {
  const rest = kernel.slice(kernel.indexOf('/') + 1);
  return (promised(candidate, 'formats') ?? []).filter((format) => rest === format || rest.startsWith(`${format}-`));
}

/** Accepts candidates with a kernel in one of these languages that is, or may be, for one of these formats. */
function kernelsFor(formats: readonly string[] | undefined, registry: Registry): (candidate: Candidate) => boolean {
  const targets = new Set(registry.backends.flatMap((backend) => backend.targets as readonly string[]));
  return (candidate) =>
    promised(candidate, 'kernels')?.some((kernel) => {
      const [target = ''] = kernel.split('/', 1);
      if (TARGETS.has(target) && !targets.has(target)) return false;
      const own = ownFormatsOf(candidate, kernel);
      return formats === undefined || own.length === 0 || own.some((format) => formats.includes(format));
    }) ?? true;
}

/**
 * Runs the plugins that a command has use for, and no others: the backends it names, kernels in their languages, and the formats of those
 * kernels. What a plugin brings is told by its manifest; one without a manifest has to run.
 */
export async function loadNeeded(installation: Installation, needs: Needs): Promise<LoadedInstallation> {
  const [backends, kernels, formats] = [
    wantedIds(installation, 'backends', needs),
    wantedIds(installation, 'kernels', needs),
    wantedIds(installation, 'formats', needs),
  ];
  const withBackends = bringing('backends', backends);
  const { registry } = await installation.load(withBackends);
  const withKernels = either(withBackends, kernels ? bringing('kernels', kernels) : kernelsFor(formats, registry));
  if (!kernels || needs.formats) return installation.load(either(withKernels, bringing('formats', formats)));
  const running = (await installation.load(withKernels)).registry;
  // Their formats may not be here yet.
  const theirs = [...running.kernels(), ...running.orphans].flatMap((kernel) =>
    kernels?.includes(kernel.id) && 'format' in kernel ? [kernel.format] : [],
  );
  return installation.load(either(withKernels, bringing('formats', theirs)));
}

/** Runs the plugins that bring these formats, or any where nobody brings one of them. */
export function loadFormats(installation: Installation, formats?: readonly string[]): Promise<LoadedInstallation> {
  return installation.load(bringing('formats', wantedIds(installation, 'formats', formats ? { formats } : {})));
}
