import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { usageError } from './cli-error.ts';
import type { CommandDefinition } from './commands/command.ts';
import { companionOf } from './matrices/companion.ts';
import { manifestMatrices } from './matrices/manifest.ts';
import { matrixSources } from './matrices/matrix-source.ts';
import { checkWritable, writeTarget } from './output/write-target.ts';

/** A file that a command line names. */
interface NamedFile {
  /** What names it: `--out`, `<matrix>`. */
  readonly by: string;
  readonly text: string;
  readonly isWritten: boolean;
  /** Whether `-` is a stream rather than the name of a file. */
  readonly maybeStream: boolean;
  /** Whether vectors that lie beside it are read with it. */
  readonly withBeside?: boolean;
}

/** Whether a flag or an argument of such a name takes a file: what is written as a file, a matrix or a plugin. */
export function takesFiles(name: string): boolean {
  return /file|path|\.json|\.html|\.png|\.csv|^out$|matri|graph|plugin|=what/.test(name);
}

function listOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}

/** Every file that a command line names, in the order in which help has them. */
function namedFiles({ writes = [], readsBeside }: CommandDefinition, command: Command): readonly NamedFile[] {
  const values: Readonly<Record<string, unknown>> = command.optsWithGlobals();
  const withBeside = readsBeside?.every((flag) => values[flag] === undefined) ?? false;
  const args = command.registeredArguments.flatMap((argument, a): readonly NamedFile[] =>
    takesFiles(argument.name())
      ? listOf(command.processedArgs[a]).map((text) => ({
          by: `<${argument.name()}>`,
          text,
          isWritten: writes.includes(argument.name()),
          maybeStream: true,
          withBeside: withBeside && argument.name().startsWith('matri'),
        }))
      : [],
  );
  const options = [...command.options, ...(command.parent?.options ?? [])];
  const flags = options.flatMap((option): readonly NamedFile[] => {
    const name = option.attributeName();
    return takesFiles(option.flags.replace(option.long ?? '', ''))
      ? listOf(values[name]).map((text) => ({
          by: option.long ?? option.flags,
          text: option.flags.includes('=what') ? text.slice(text.indexOf('=') + 1) : text,
          isWritten: name === 'csv' || writes.includes(name),
          maybeStream: /<file>|=what/.test(option.flags),
        }))
      : [];
  });
  const json: NamedFile = { by: '--json', text: '-', isWritten: true, maybeStream: true };
  return [...args, ...flags, ...(values['json'] === true ? [json] : [])];
}

/** The same for all names of one file, through links; undefined for a device or a pipe, which may be written to by many. Errors: those of the system. */
function identityOf(path: string): string | undefined {
  const target = writeTarget(path);
  if (target.kind === 'stream') return undefined;
  if (target.stats) return `${target.stats.dev}:${target.stats.ino}`;
  const folder = dirname(target.path);
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(target.path));
}

/** The vectors that are read with a matrix: without a right-hand side no solution is. */
function besideOf(text: string): readonly string[] {
  return matrixSources([text]).flatMap((source) => {
    const b = companionOf(source, 'b');
    return b === undefined ? [] : [b, companionOf(source, 'x') ?? b];
  });
}

/** The files that are read where a command line has this text: a file, one with parts, a manifest and what it lists, vectors beside those. */
function readFor({ text, withBeside = false }: NamedFile): readonly string[] {
  const fileOf = (path: string): readonly string[] =>
    [path, path.replace(/#[^#]+$/, '')].filter((one) => existsSync(one) && statSync(one).isFile()).slice(0, 1);
  const manifest = text.startsWith('@') ? fileOf(text.slice(1)) : [];
  const listed = manifest.length === 0 ? [] : manifestMatrices(text);
  return [
    ...manifest,
    ...[text, ...listed.map(({ source }) => source)].flatMap(fileOf),
    ...(withBeside ? besideOf(text) : []),
  ];
}

/** Two of them that cannot be told apart, where that loses something. */
function refuseClash(first: NamedFile, second: NamedFile): never {
  const texts = first.text === second.text ? first.text : `${first.text} and ${second.text}`;
  const input = [first, second].find(({ isWritten }) => !isWritten);
  const output = first.isWritten ? first : second;
  throw usageError(
    `${first.by} and ${second.by} are the same file (${texts}): ${input ? `what ${input.by} reads would be overwritten` : 'only one of them could stay'}.`,
    `Name another file for ${output.by}.`,
  );
}

/** Standard input is read once, and one document is written to standard output. */
function refuseStreams(files: readonly NamedFile[]): void {
  const astray = files.find(({ text, maybeStream, isWritten }) => text === '-' && !maybeStream && isWritten);
  if (astray) throw usageError(`${astray.by} takes the name of a file, and - is none.`, 'Name a file.');
  for (const isWritten of [false, true]) {
    const [first, second] = files.filter((one) => one.text === '-' && one.maybeStream && one.isWritten === isWritten);
    if (!first || !second) continue;
    if (isWritten)
      throw usageError(
        `${first.by} and ${second.by} both write to standard output.`,
        `Name a file for ${first.by === '--json' ? second.by : first.by}.`,
      );
    throw usageError(`${first.by} and ${second.by} both read standard input, which can be read once.`, 'Name a file.');
  }
}

/**
 * Refuses what would overwrite what is read or what else is written, under whatever names, and what cannot be written, before any work.
 * Errors: usage; failed for a file that cannot be written; bad input and usage for a manifest.
 */
export function checkFiles(definition: CommandDefinition, command: Command): { readonly writes: boolean } {
  const files = namedFiles(definition, command);
  refuseStreams(files);
  const written = files.filter(({ isWritten, text }) => isWritten && text !== '-');
  if (written.length === 0) return { writes: false };
  const outputs = new Map<string, NamedFile>();
  for (const file of written) {
    checkWritable(file.text);
    const identity = identityOf(file.text);
    const other = identity === undefined ? undefined : outputs.get(identity);
    if (other) refuseClash(other, file);
    if (identity !== undefined) outputs.set(identity, file);
  }
  for (const file of files) {
    if (file.isWritten || file.text === '-') continue;
    const output = readFor(file)
      .map(identityOf)
      .map((identity) => (identity === undefined ? undefined : outputs.get(identity)))
      .find((one) => one !== undefined);
    if (output) refuseClash(output, file);
  }
  return { writes: true };
}
