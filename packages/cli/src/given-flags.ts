import type { Command, Help, Option } from 'commander';
import { CliError, usageError } from './cli-error.ts';
import type { CommandDefinition } from './commands/command.ts';

/** Flags of the program that not every command obeys. */
const SOME_OBEY: readonly string[] = ['json', 'csv', 'plugin'] satisfies CommandDefinition['obeys'];

/** The same flag, whose name stands before what is wrong with its value. An empty value is wrong for any. */
export function named(option: Option): Option {
  const { parseArg: parse, long } = option;
  return option.argParser((text, earlier) => {
    if (text.trim() === '') throw usageError(`${long} is empty.`, 'Give it a value, or leave it out.');
    try {
      return parse ? parse(text, earlier) : text;
    } catch (error) {
      throw error instanceof CliError
        ? new CliError(error.exitCode, `${long}: ${error.message}`, error.fix, error)
        : error;
    }
  });
}

/** Has the flags of a command that take a value be {@link named}. */
export function nameFlags({ options }: Command): void {
  for (const option of options) if (option.required) named(option);
}

/** What is said of a flag that a command does not have, with the one whose name is a part of it or has it as a part, before those that differ in few letters. */
export function withNearFlag(text: string, command: Command): string {
  const unknown = /unknown option '--([\w-]+)/.exec(text)?.[1];
  const letters = (name: string): string => name.replaceAll('-', '');
  const asked = letters(unknown ?? '');
  if (asked.length < 3) return text;
  const near = [command, command.parent]
    .flatMap((one) => one?.options ?? [])
    .filter(({ hidden }) => !hidden)
    .map(({ long }) => [long ?? '', letters(long ?? '')] as const)
    .filter(([, name]) => name.length >= 3 && (asked.includes(name) || name.includes(asked)))
    .toSorted(([, a], [, b]) => Math.abs(a.length - asked.length) - Math.abs(b.length - asked.length))[0];
  return near ? `${text.split('\n')[0]}\n(Did you mean ${near[0]}?)\n` : text;
}

/** The flags of the program that a command obeys. */
export function obeyedOf({ obeys }: CommandDefinition, options: readonly Option[]): readonly Option[] {
  const obeyed = new Set<string>(obeys);
  return options.filter((one) => !SOME_OBEY.includes(one.attributeName()) || obeyed.has(one.attributeName()));
}

/** Help that shows of the program's flags those that a command obeys. */
export function helpOf(definition: CommandDefinition): Pick<Help, 'showGlobalOptions' | 'visibleGlobalOptions'> {
  return {
    showGlobalOptions: true,
    visibleGlobalOptions: ({ parent }) => obeyedOf(definition, parent?.options ?? []).filter(({ hidden }) => !hidden),
  };
}

/** What was written on a command line, flags and arguments by their names, as errors call them. */
function givenTo(command: Command): ReadonlyMap<string, string> {
  const flags = [command, command.parent as Command].flatMap((one) =>
    one.options
      .filter((option) => one.getOptionValueSource(option.attributeName()) === 'cli')
      .map((option) => [option.attributeName(), option.long ?? option.flags] as const),
  );
  const named = command.registeredArguments
    .filter((_, a) => command.args[a] !== undefined)
    .map((argument) => [argument.name(), `<${argument.name()}>`] as const);
  return new Map([...flags, ...named]);
}

/** What a name of a definition is written as: with its value, where there is one. */
function writtenAs(command: Command, name: string): string {
  const option = command.options.find((one) => one.attributeName() === name);
  return option?.flags.replace(/^-\w, /, '') ?? `<${name}>`;
}

/** Refuses what was asked for and would not be done. Errors: usage. */
export function refuseUnobeyed(definition: CommandDefinition, command: Command): void {
  const { name, obeys, needs = {}, rulesOut = {} } = definition;
  const given = givenTo(command);
  const unobeyed = SOME_OBEY.find((one) => given.has(one) && !(obeys as readonly string[]).includes(one));
  if (unobeyed !== undefined)
    throw usageError(
      `spmv ${name} does not obey ${given.get(unobeyed) as string}.`,
      `Leave it out; spmv ${name} --help lists what it obeys.`,
    );
  for (const [flag, needed] of Object.entries(needs)) {
    const others = [needed].flat();
    if (!given.has(flag) || others.some((one) => given.has(one))) continue;
    const is = given.get(flag) as string;
    const missing = others.map((one) => writtenAs(command, one)).join(' or ');
    throw usageError(`${is} means nothing without ${missing}.`, `Give ${missing}, too, or leave ${is} out.`);
  }
  for (const [flag, others] of Object.entries(rulesOut)) {
    const other = given.has(flag) ? others.find((one) => given.has(one)) : undefined;
    if (other === undefined) continue;
    throw usageError(
      `${given.get(other) as string} means nothing beside ${given.get(flag) as string}.`,
      'Leave out one of them.',
    );
  }
}
