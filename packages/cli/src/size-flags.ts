import type { Command } from 'commander';
import { Option } from 'commander';
import { usageError } from './cli-error.ts';
import { parseInteger } from './commands/flags/values.ts';
import type { PluginCandidate } from './discovery/candidate.ts';
import { promised } from './discovery/candidate.ts';
import { named } from './given-flags.ts';

/** What was written after a flag, each time that it stands there. */
export function valuesOf(flag: string, words: readonly string[]): readonly string[] {
  return words.flatMap((word, w) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    return word === flag ? words.slice(w + 1, w + 2) : [];
  });
}

/** The command that words are of: the first of them that is one's name. */
export function commandOf(program: Command, words: readonly string[]): Command | undefined {
  return words.map((word) => program.commands.find((one) => one.name() === word)).find((found) => found !== undefined);
}

/** Names that can be flags. */
const FLAG = /^(?!no-)[a-z][a-z0-9-]*$/i;

/** Sizes of an operation's own, as the plugins in reach say, none of them run. */
function sizesOf(operation: string, candidates: readonly PluginCandidate[]): readonly string[] {
  const stated = candidates.flatMap((candidate) => promised(candidate, 'sizes') ?? []);
  const names = stated.flatMap((id) => (id.startsWith(`${operation}:`) ? [id.slice(operation.length + 1)] : []));
  return [...new Set(names)].filter((name) => FLAG.test(name));
}

/** `--NAME 1,2` as `--size NAME=1,2`. */
function sizeFlag(command: Command, operation: string, name: string): Option {
  return new Option(
    `--${name} <values>`,
    `size of ${operation}, with commas for several; the same as --size ${name}=…`,
  ).argParser((text: string) => {
    const values = text.split(',').map(parseInteger);
    const earlier = command.getOptionValue('size') as readonly string[] | undefined;
    command.setOptionValueWithSource('size', [...(earlier ?? []), `${name}=${values.join(',')}`], 'cli');
    return text;
  });
}

/**
 * Gives the command that these words are of a flag for every size of the operation that they name: `--vectors 1,2` is `--size vectors=1,2`. A size with
 * the name of a flag that is there gets none, and is given back.
 */
export async function declareSizes(
  program: Command,
  words: readonly string[],
  reach: () => Promise<readonly PluginCandidate[]>,
): Promise<readonly string[]> {
  const command = commandOf(program, words);
  const operation = valuesOf('--operation', words).at(-1);
  if (operation === undefined || !command?.options.some(({ long }) => long === '--size')) return [];
  const taken = new Set(['--help', '--version', ...[...command.options, ...program.options].map(({ long }) => long)]);
  const names = sizesOf(operation, await reach());
  for (const name of names) if (!taken.has(`--${name}`)) command.addOption(named(sizeFlag(command, operation, name)));
  return names.filter((name) => taken.has(`--${name}`));
}

/** Refuses a flag that has the name of a size, unless the size is given by `--size`: which was meant could not be known. Errors: usage. */
export function refuseClashes(clashes: readonly string[], words: readonly string[]): void {
  const named = new Set(valuesOf('--size', words).flatMap((text) => text.split(/[=,]/)));
  const written = new Set(words.map((word) => word.split('=', 1)[0]));
  const name = clashes.find((one) => written.has(`--${one}`) && !named.has(one));
  if (name === undefined) return;
  throw usageError(
    `--${name} is a flag of this command, and '${name}' is a size of the operation: which of them is meant is not clear.`,
    `Name the size with --size ${name}=…; then --${name} is the flag.`,
  );
}
