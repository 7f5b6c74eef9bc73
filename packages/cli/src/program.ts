import type { RunEnd } from '@spmv/engine';
import type { Stopwatch } from '@spmv/engine/basics';
import { createStopwatch } from '@spmv/engine/basics';
import { Command, CommanderError } from 'commander';
import { COMMANDS } from './commands/commands.ts';
import type { CommandDefinition, Dispatch } from './commands/command.ts';
import { readingOf } from './commands/flags/reading.ts';
import { parseWidth } from './commands/flags/values.ts';
import { exitCodeOf, problemOf } from './cli-error.ts';
import { watchOthers } from './host/others-cpu.ts';
import type { Installation } from './discovery/installation.ts';
import type { Context } from './documents/context.ts';
import { ownFolder, ownVersion } from './own-package.ts';
import type { ExitCode } from './exit-codes.ts';
import { EXIT, worstExit } from './exit-codes.ts';
import type { CommandReading } from './matrices/reading.ts';
import type { Terminal } from './output/terminal.ts';
import { printable } from './output/printable.ts';
import { createTerminal } from './output/terminal.ts';
import type { Link } from './process/link.ts';
import type { OutputFlags } from './process/messages.ts';
import { unlessStopped } from './process/unless-stopped.ts';
import { reportError } from './output/report-error.ts';
import { helpOf, nameFlags, refuseUnobeyed, withNearFlag } from './given-flags.ts';
import { checkFiles } from './named-files.ts';
import { declareSizes, refuseClashes, valuesOf } from './size-flags.ts';

interface GlobalFlags {
  readonly json?: boolean;
  readonly csv?: string;
  readonly quiet?: boolean;
  readonly color: boolean;
  readonly width?: number;
  readonly plugin?: readonly string[];
}

const EPILOGUE = `
A matrix is a file (.mtx, .mtx.gz, a SuiteSparse .tar.gz), - for standard
input, gen:NAME?key=value&…, suitesparse:GROUP/NAME, a bundled name, or
@FILE#WHAT for matrices of a manifest.

Exit codes: 0 success; 1 a case failed to run; 2 usage; 3 a result failed
validation; 4 a regression (compare); 5 bad input file; 6 a backend asked for is
unavailable; 7 no solution was found (solve); 130 interrupted, with the results
so far kept.

  spmv bench                                  a first look: bundled matrices
  spmv bench my.mtx.gz --json > results.json  your matrix, all samples
  spmv info adder_dcop_32 --spy spy.png       what a matrix looks like`;

function examplesText(examples: CommandDefinition['examples']): string {
  return `\nExamples:\n${examples.map(([line, what]) => `  ${line}\n      ${what}`).join('\n')}`;
}

function createProgram(): Command {
  return (
    new Command('spmv')
      .description('Sparse matrix-vector products on every processor of this machine: checked, measured, side by side.')
      .version(ownVersion(), '-V, --version', 'print the version')
      .option('--json', 'print one JSON document on standard output')
      .option('--csv <file.csv>', 'also write the rows to this file')
      .option('-q, --quiet', 'no notes on standard error')
      .option('--no-color', 'no colour; NO_COLOR in the environment does the same')
      .option(
        '--width <columns>',
        'width of tables and text; default the width of the terminal, or COLUMNS, or 80',
        parseWidth,
      )
      .option(
        '--plugin <package or path>',
        'also use this plugin (repeatable)',
        (text: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), text],
      )
      // Names alone: with their arguments nothing would fit beside them.
      .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
      .helpCommand(false)
      .showSuggestionAfterError()
      .addHelpText('after', EPILOGUE)
      .configureOutput({ writeErr: (text) => process.stderr.write(printable(text)) })
      .exitOverride()
  );
}

function outputFlagsOf({ json = false, csv, quiet = false, color, width }: GlobalFlags): OutputFlags {
  return { json, csv, quiet, color, ...(width === undefined ? {} : { width }) };
}

/** A terminal that also tells the process that waits what this one is at. */
function watchedTerminal(flags: GlobalFlags, link: Link): Terminal {
  const terminal = createTerminal(process.stdout, process.stderr, outputFlagsOf(flags));
  return {
    ...terminal,
    progress(text) {
      link.send({ kind: 'doing', words: text });
      terminal.progress(text);
    },
  };
}

function createContext(
  terminal: Terminal,
  flags: GlobalFlags,
  reading: CommandReading,
  link: Link,
  stopwatch: Stopwatch,
  commandLine: readonly string[],
): Context {
  const find = async (first: readonly string[]): Promise<Installation> => {
    const { discover } = await import('./discovery/installation.ts');
    const plugins = [...first, ...(flags.plugin ?? [])];
    return stopwatch.during('find plugins', () => discover({ cwd: process.cwd(), own: ownFolder(), plugins, link }));
  };
  return {
    commandLine,
    terminal,
    stopwatch,
    signal: link.signal,
    reading,
    keeper: link.keeper,
    guard: link.guard,
    json: flags.json ?? false,
    csv: flags.csv,
    async fileTypes() {
      const { bringing } = await import('./discovery/needed.ts');
      return (await (await find([])).load(bringing('files'))).registry.files;
    },
    async discover(first = []) {
      const installation = await find(first);
      for (const warning of installation.warnings) terminal.note(`${terminal.noteStyle('yellow', 'note:')} ${warning}`);
      return installation;
    },
  };
}

function declareCommands(program: Command, dispatch: Dispatch): Command {
  nameFlags(program);
  for (const definition of COMMANDS) {
    const command = program.command(definition.name).exitOverride().configureHelp(helpOf(definition));
    command.addHelpText('after', examplesText(definition.examples));
    command.configureOutput({ outputError: (text, write) => write(withNearFlag(text, command)) });
    definition.declare(command, dispatch);
    nameFlags(command);
  }
  return program;
}

/** The program with all its commands, for those who want to know what there is: nothing of it runs. */
export function declaredProgram(): Command {
  return declareCommands(createProgram(), async () => {});
}

/** Runs a command line in this process, which took `startMs` to come to it. */
export async function runProgram(args: readonly string[], link: Link, startMs: number): Promise<ExitCode> {
  const program = createProgram();
  let exitCode: ExitCode = EXIT.ok;
  let reading = readingOf({});
  program.hook('preAction', (_, command) => {
    reading = readingOf(command.opts());
    const definition = COMMANDS.find(({ name }) => name === command.name()) as CommandDefinition;
    refuseUnobeyed(definition, command);
    const { writes } = checkFiles(definition, command);
    if (writes || (definition.keeps && command.getOptionValue('keep') !== false)) link.outlive();
  });
  const dispatch: Dispatch = async (command) => {
    const flags = program.opts<GlobalFlags>();
    const terminal = watchedTerminal(flags, link);
    link.send({ kind: 'flags', flags: outputFlagsOf(flags) });
    const others = watchOthers();
    const stopwatch = createStopwatch(
      (times) => {
        link.keeper.put('timings', 0, { ...times });
        link.keeper.put('othersCpu', 0, others());
      },
      { start: startMs },
    );
    const context = createContext(terminal, flags, reading, link, stopwatch, args);
    const codes: ExitCode[] = [];
    let ended: Pick<RunEnd, 'problem' | 'exitCode'> = { problem: null };
    try {
      const working = stopwatch.during('other', () => command(context));
      // A command that keeps nothing has nothing to bring to an end.
      await unlessStopped(link.signal, () => working).catch((error: unknown) => {
        if (!link.keeper.kept) throw error;
      });
      codes.push((await working) ?? EXIT.ok);
    } catch (error) {
      if (link.signal.aborted) codes.push(EXIT.interrupted);
      else {
        reportError(terminal, error);
        ended = { problem: problemOf(error), exitCode: exitCodeOf(error) };
        codes.push(exitCodeOf(error));
      }
    }
    terminal.clearProgress();
    const { kept } = link.keeper;
    if (kept) {
      link.keeper.publishing();
      const { finishKept } = await import('./finish-kept.ts');
      codes.push(
        (await finishKept(context, kept, { interrupted: link.signal.aborted, ...ended, doing: '' })) ?? EXIT.ok,
      );
    }
    exitCode = worstExit(codes);
  };
  declareCommands(program, dispatch);
  if (args.length === 0) {
    program.outputHelp();
    return EXIT.ok;
  }
  try {
    const reach = async () => {
      const { findCandidates } = await import('./discovery/find-candidates.ts');
      return findCandidates({ cwd: process.cwd(), own: ownFolder(), plugins: valuesOf('--plugin', args), link });
    };
    refuseClashes(await declareSizes(program, args, reach), args);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    reportError(createTerminal(process.stdout, process.stderr, { quiet: false, color: true }), error);
    return exitCodeOf(error);
  }
  return exitCode;
}
