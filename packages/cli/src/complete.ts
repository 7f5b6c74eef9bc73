import type { Argument, Command, Option } from 'commander';
import { PRECISION_NAMES, spmv } from '@spmv/core';
import { keptIds } from './collection/kept-ids.ts';
import { placesOf } from './collection/places.ts';
import { COMMANDS } from './commands/commands.ts';
import { FILES } from './commands/completion/scripts.ts';
import type { Kind } from './discovery/candidate.ts';
import { promised } from './discovery/candidate.ts';
import { findCandidates } from './discovery/find-candidates.ts';
import { resultColumnNames } from './documents/result-columns.ts';
import { ownFolder } from './own-package.ts';
import { bundledMatrices } from './matrices/bundled.ts';
import { COLLECTION } from './matrices/matrix-source.ts';
import { printable } from './output/printable.ts';
import { declaredProgram } from './program.ts';
import { obeyedOf } from './given-flags.ts';
import { takesFiles } from './named-files.ts';
import { commandOf, declareSizes, valuesOf } from './size-flags.ts';

/** A word that may come next, and what it is. */
interface Candidate {
  readonly word: string;
  readonly what: string;
}

/** Candidates, by the words that stand before. */
type Source = (before: readonly string[]) => Promise<readonly Candidate[]>;

function bare(words: readonly string[]): readonly Candidate[] {
  return words.map((word) => ({ word, what: '' }));
}

/** The plugins in reach, as far as data tell: Tab runs nothing of the folder it is pressed in. A configuration that is wrong completes nothing. */
async function inReach(before: readonly string[]): ReturnType<typeof findCandidates> {
  const link = { excluded: [], guard: async <T>(_: unknown, work: () => Promise<T>) => work() };
  const plugins = valuesOf('--plugin', before);
  return findCandidates({ cwd: process.cwd(), own: ownFolder(), plugins, link, configs: 'data' }).catch(() => []);
}

/** Ids that they say they bring. */
function idsOf(...kinds: readonly (Kind | 'sizes')[]): Source {
  return async (before) => {
    const all = await inReach(before);
    return bare([...new Set(kinds.flatMap((kind) => all.flatMap((candidate) => promised(candidate, kind) ?? [])))]);
  };
}

/** Core's operation and those that plugins bring. */
function operations(...kinds: readonly Kind[]): Source {
  return async (before) => [{ word: spmv.id, what: spmv.formula }, ...(await idsOf(...kinds)(before))];
}

/** Variants of core's operation; those of a plugin's are only known once it runs. */
async function variants(before: readonly string[]): Promise<readonly Candidate[]> {
  if ((valuesOf('--operation', before).at(-1) ?? spmv.id) !== spmv.id) return [];
  return Object.entries(spmv.options).flatMap(([name, { values, doc }]) =>
    values.map((value) => ({ word: `${name}=${String(value)}`, what: doc })),
  );
}

/** Sizes of the operation that is named. */
async function sizes(before: readonly string[]): Promise<readonly string[]> {
  const operation = valuesOf('--operation', before).at(-1) ?? spmv.id;
  return (await idsOf('sizes')(before)).flatMap(({ word }) =>
    word.startsWith(`${operation}:`) ? [word.slice(operation.length + 1)] : [],
  );
}

async function matrices(): Promise<readonly Candidate[]> {
  const { generatorRows } = await import('./matrices/generators.ts');
  return [
    ...bundledMatrices().map(({ name, why }) => ({ word: name, what: why })),
    ...keptIds(placesOf()).map((id) => ({ word: `${COLLECTION}${id}`, what: 'was fetched' })),
    ...generatorRows().map(({ example, doc }) => ({ word: example, what: doc })),
  ];
}

/** Of the collection: as its index was kept, and what was fetched. */
async function collectionNames(): Promise<readonly Candidate[]> {
  const { keptIndex } = await import('./collection/load-index.ts');
  const listed = (await keptIndex(placesOf()))?.entries ?? [];
  const known = new Set(listed.map(({ id }) => id));
  return [
    ...listed.map(({ id, kind }) => ({ word: id, what: kind })),
    ...bare(keptIds(placesOf()).filter((id) => !known.has(id))),
  ];
}

async function studyNames(): Promise<readonly Candidate[]> {
  const { studies } = await import('@spmv/studies');
  return studies.map(({ id, title }) => ({ word: id, what: title }));
}

async function generators(): Promise<readonly Candidate[]> {
  const { generatorRows } = await import('./matrices/generators.ts');
  return [
    ...generatorRows().map(({ name, doc }) => ({ word: name, what: doc })),
    { word: 'vector', what: 'random numbers' },
  ];
}

/** What comes after a flag, by the flag; every other value that is no choice is a file's name, or nobody can tell. */
const VALUES: Readonly<Record<string, Source>> = {
  '--backend': idsOf('backends'),
  '--format': idsOf('formats'),
  '--kernel': idsOf('kernels', 'matrixKernels'),
  '--operation': operations('operations', 'matrixOperations'),
  '--against': operations('operations'),
  '--option': variants,
  '--precision': async () => bare(PRECISION_NAMES),
  '--stored': async () => bare(PRECISION_NAMES),
  '--columns': async () => bare(resultColumnNames()),
  '--tier': async () => bare(['quick', 'full', 'large']),
  '--symmetry': async () => bare(['auto', 'general', 'symmetric', 'skew-symmetric']),
};

/** What an argument may be, by its name. */
const ARGUMENTS: Readonly<Record<string, Source>> = {
  matrix: matrices,
  matrices,
  what: async (before) =>
    bare(['threads', 'blockSize', 'threadsPerRow', 'chunk', 'schedule', 'density', 'size', ...(await sizes(before))]),
  name: generators,
  names: collectionNames,
  study: studyNames,
  plugin: async (before) => bare((await inReach(before)).map(({ name }) => name)),
};

function lastOf(text: string): string {
  return text.slice(text.lastIndexOf(',') + 1);
}

/** The candidates that begin as the word does; in a list with commas those for its last part. */
function matching(candidates: readonly Candidate[], word: string): readonly string[] {
  const held = word.slice(0, word.length - lastOf(word).length);
  return candidates
    .filter((candidate) => candidate.word.startsWith(lastOf(word)))
    .map(
      ({ word: found, what }) =>
        printable(held + found, { line: true }) + (what === '' ? '' : `\t${printable(what, { line: true })}`),
    );
}

async function valueLines(
  {
    choices,
    source,
    name,
  }: { readonly choices: readonly string[] | undefined; readonly source: Source | undefined; readonly name: string },
  words: readonly string[],
  word: string,
): Promise<readonly string[]> {
  const candidates = choices ? bare(choices) : ((await source?.(words)) ?? []);
  return [...matching(candidates, word), ...(!choices && takesFiles(name) ? [FILES] : [])];
}

function flagLines(options: readonly Option[], word: string): readonly string[] {
  return options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ long, description }) => (long?.startsWith(word) ? [`${long}\t${description}`] : []));
}

/** The words before the last one, taken apart as the command line does: the flag that waits for its value, if any, and how many arguments there are. */
function positionOf(
  words: readonly string[],
  options: readonly Option[],
): { readonly waiting: Option | undefined; readonly given: number } {
  let waiting: Option | undefined;
  let given = 0;
  for (const word of words) {
    if (waiting) waiting = undefined;
    else if (word.startsWith('-') && word !== '-') {
      const [flag = ''] = word.split('=', 1);
      const option = options.find(({ long, short }) => long === flag || short === flag);
      if (option && (option.required || option.optional) && !word.includes('=')) waiting = option;
    } else given++;
  }
  return { waiting, given };
}

function argumentAt(command: Command, given: number): Argument | undefined {
  const all = command.registeredArguments;
  return all[given] ?? (all.at(-1)?.variadic === true ? all.at(-1) : undefined);
}

/** What completes the last of these words, one candidate a line; see the scripts that ask. */
export async function completions(words: readonly string[]): Promise<readonly string[]> {
  const program = declaredProgram();
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  await declareSizes(program, before, () => inReach(before));
  const command = commandOf(program, before);
  const definition = COMMANDS.find(({ name }) => name === command?.name());
  const shared = definition ? obeyedOf(definition, program.options) : program.options;
  const options = [...(command?.options ?? []), ...shared];
  const own = command ? before.slice(before.indexOf(command.name()) + 1) : before;
  const { waiting, given } = positionOf(own, options);
  if (waiting)
    return valueLines(
      { choices: waiting.argChoices, source: VALUES[waiting.long ?? ''], name: waiting.flags },
      before,
      last,
    );
  const [flag = '', value] = last.split('=', 2);
  if (value !== undefined && flag.startsWith('--')) {
    const option = options.find(({ long }) => long === flag);
    const lines = option
      ? await valueLines({ choices: option.argChoices, source: VALUES[flag], name: '' }, before, value)
      : [];
    return lines.map((line) => `${flag}=${line}`);
  }
  if (last.startsWith('-'))
    return [...flagLines(options, last), ...('--help'.startsWith(last) ? ['--help\tshow the help'] : [])];
  if (!command)
    return matching(
      program.commands.map((one) => ({ word: one.name(), what: one.description() })),
      last,
    );
  const argument = argumentAt(command, given);
  if (!argument) return [];
  return valueLines(
    { choices: argument.argChoices, source: ARGUMENTS[argument.name()], name: argument.name() },
    before,
    last,
  );
}
