import { Command, CommanderError } from 'commander';
import { addInspectionCommands } from './cli/inspection-commands.ts';
import { addFileCommands } from './cli/file-commands.ts';
import { addRunCommands } from './cli/run-commands.ts';
import type { Dispatch } from './cli/dispatch.ts';
import { exitCodeOf } from './cli-error.ts';
import type { Context } from './context.ts';
import { ownFolder, ownVersion } from './entry.ts';
import type { ExitCode } from './exit-codes.ts';
import { EXIT } from './exit-codes.ts';
import { watchInterrupts } from './interrupt.ts';
import type { Terminal } from './output/terminal.ts';
import { createTerminal } from './output/terminal.ts';
import { checkWritable } from './output/write-file.ts';
import { reportError } from './report-error.ts';

interface GlobalFlags {
  readonly json?: boolean;
  readonly csv?: string;
  readonly quiet?: boolean;
  readonly color: boolean;
  readonly plugin?: readonly string[];
}

const EPILOGUE = `
A matrix is a file (.mtx, .mtx.gz, a SuiteSparse .tar.gz), - for standard input, gen:NAME?key=value&…, or a bundled name.

Exit codes: 0 all well; 1 a case failed to run; 2 usage; 3 a result failed validation; 4 a regression (compare);
5 bad input file; 6 a backend asked for is unavailable; 130 interrupted, with the results so far kept.

  spmv bench                                  a first look: bundled matrices, every backend there is
  spmv bench my.mtx.gz --json > results.json  your matrix, all samples
  spmv info adder_dcop_32 --spy spy.png       what a matrix looks like, what each format would need`;

function createProgram(): Command {
  return new Command('spmv')
    .description('Sparse matrix-vector products on every processor this machine has: checked, measured, side by side.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .option('--json', 'print one JSON document on standard output')
    .option('--csv <file>', 'also write the rows to a file')
    .option('-q, --quiet', 'no remarks on standard error')
    .option('--no-color', 'no colour; NO_COLOR in the environment does the same')
    .option('--plugin <package or path>', 'use this plugin too (repeatable)', (text: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), text])
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .showSuggestionAfterError()
    .addHelpText('after', EPILOGUE)
    .exitOverride();
}

function createContext(terminal: Terminal, flags: GlobalFlags, signal: AbortSignal): Context {
  return {
    terminal,
    signal,
    json: flags.json ?? false,
    csv: flags.csv,
    async discover(first = []) {
      const { discover } = await import('./discovery/installation.ts');
      const installation = await discover({ cwd: process.cwd(), own: ownFolder(), plugins: [...first, ...(flags.plugin ?? [])] });
      for (const warning of installation.warnings) terminal.talk(`${terminal.talkStyle('yellow', 'note:')} ${warning}`);
      return installation;
    },
  };
}

/** A reader that went away (`spmv … | head`) is no error. */
function endQuietlyOnBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    throw error;
  });
}

export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  endQuietlyOnBrokenPipe();
  const program = createProgram();
  let exitCode: ExitCode = EXIT.ok;
  const dispatch: Dispatch = async (command) => {
    const flags = program.opts<GlobalFlags>();
    const terminal = createTerminal(process.stdout, process.stderr, { quiet: flags.quiet ?? false, color: flags.color });
    const interrupts = watchInterrupts((text) => terminal.complain(text));
    try {
      if (flags.csv !== undefined) checkWritable(flags.csv);
      exitCode = await command(createContext(terminal, flags, interrupts.signal));
    } catch (error) {
      if (interrupts.signal.aborted) exitCode = EXIT.interrupted;
      else {
        reportError(terminal, error);
        exitCode = exitCodeOf(error);
      }
    } finally {
      terminal.clearProgress();
      interrupts.stop();
    }
  };
  addInspectionCommands(program, dispatch);
  addRunCommands(program, dispatch);
  addFileCommands(program, dispatch);
  for (const command of program.commands) command.exitOverride().configureHelp({ showGlobalOptions: true });
  if (args.length === 0) {
    program.outputHelp();
    return EXIT.ok;
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    reportError(createTerminal(process.stdout, process.stderr, { quiet: false, color: true }), error);
    return exitCodeOf(error);
  }
  return exitCode;
}
