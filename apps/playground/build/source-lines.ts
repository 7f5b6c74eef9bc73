import { basename } from 'node:path';
import { withOneEntry } from '@spmv/trace';

/** A line of CUDA. */
export interface SourceLine {
  /** `csr.cuh:16`. */
  readonly place: string;
  readonly text: string;
  /** The line of WGSL that touches the same arrays in the kernel for WebGPU. */
  readonly wgsl?: Omit<SourceLine, 'wgsl'>;
}

/** A kernel as PTX, and the line of CUDA that each line of it was made of, by its place in `sources`; −1 where none is known. */
export interface LinedEntry {
  readonly ptx: string;
  readonly lines: readonly number[];
  readonly sources: readonly SourceLine[];
}

/** Headers whose functions only load, store and add up, those of the toolkit among them: what is of interest is who calls them. */
const HELPERS = /\/(?:common|entries|overlap|stored|block-sums|row-starts)\.cuh$|\.h(?:pp)?$/u;

/** A place in a file: numbers of the file and of the line. */
interface LinePosition {
  readonly file: number;
  readonly line: number;
}

const LOC = /^\s*\.loc (\d+) (\d+) \d+(?:, function_name [^,]+, inlined_at (\d+) (\d+) \d+)?/u;

/** Who called the functions that were inlined. */
interface Callers {
  /** Of the places told of since the last instruction: these are of the next one. */
  readonly told: Map<string, LinePosition>;
  /** All there are of a place in the kernel. */
  readonly all: Map<string, Map<string, LinePosition>>;
}

const keyOf = ({ file, line }: LinePosition): string => `${file} ${line}`;

/** The caller of what is inlined at a place; undefined where that was inlined several times and it is not told which of them this is. */
function callerOf(at: LinePosition, { told, all }: Callers): LinePosition | undefined {
  const known = [...(all.get(keyOf(at))?.values() ?? [])];
  return told.get(keyOf(at)) ?? (known.length === 1 ? known[0] : undefined);
}

interface Loc {
  readonly at: LinePosition;
  readonly caller: LinePosition | undefined;
}

function locOf(text: string): Loc | undefined {
  const [, file, line, callerFile, callerLine] = LOC.exec(text) ?? [];
  if (file === undefined) return undefined;
  const caller = callerFile === undefined ? undefined : { file: Number(callerFile), line: Number(callerLine) };
  return { at: { file: Number(file), line: Number(line) }, caller };
}

function allCallers(texts: readonly string[]): Callers['all'] {
  const all: Callers['all'] = new Map();
  for (const { at, caller } of texts.flatMap((text) => locOf(text) ?? []))
    if (caller) all.set(keyOf(at), new Map(all.get(keyOf(at))).set(keyOf(caller), caller));
  return all;
}

/**
 * One kernel of a module that nvcc made with -lineinfo: its text without `.loc`, and where each line comes from. A place inside of helpers is that of their caller; the line that
 * only names the kernel, at which all of it is inlined, is none.
 */
export function withSourceLines(module: string, name: string, read: (path: string) => string): LinedEntry {
  const paths = new Map(
    [...module.matchAll(/^\s*\.file\s+(\d+)\s+"([^"]+)"/gmu)].map(([, file, path]) => [Number(file), path]),
  );
  const given = withOneEntry(module, name).split('\n');
  const callers: Callers = { told: new Map(), all: allCallers(given) };
  const entry = given.flatMap((text) => locOf(text)?.at ?? [])[0];
  const texts: string[] = [];
  const places: (LinePosition | undefined)[] = [];
  let here: LinePosition | undefined;
  let isNew = false;
  for (const text of given) {
    const loc = locOf(text);
    if (loc) {
      if (!isNew) callers.told.clear();
      isNew = true;
      here = loc.at;
      if (loc.caller) callers.told.set(keyOf(loc.at), loc.caller);
      continue;
    }
    if (isNew) {
      for (let depth = 0; here && HELPERS.test(paths.get(here.file) ?? '') && depth < 16; depth++)
        here = callerOf(here, callers);
      if (here && (here.line === 0 || (entry && keyOf(here) === keyOf(entry)))) here = undefined;
    }
    isNew = false;
    texts.push(text);
    places.push(/^\s*[@{a-z]/u.test(text) ? here : undefined);
  }
  const found = new Map<string, number>();
  const sources: SourceLine[] = [];
  const lines = places.map((place) => {
    const path = place && paths.get(place.file);
    if (!place || path === undefined) return -1;
    const known = found.get(keyOf(place));
    if (known !== undefined) return known;
    found.set(keyOf(place), sources.length);
    const text = (read(path).split('\n')[place.line - 1] ?? '').trim();
    return sources.push({ place: `${basename(path)}:${place.line}`, text }) - 1;
  });
  return { ptx: texts.join('\n'), lines, sources };
}
