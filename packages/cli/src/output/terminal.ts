import { styleText } from 'node:util';
import { printable } from './printable.ts';
import { wrapRemark } from './wrap-remark.ts';

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

/** The only place that writes to the terminal: data to standard output, remarks to standard error. */
export interface Terminal {
  /** Results. Never suppressed. */
  data(text: string): void;
  /** Remarks for people, broken between words; what is there to be copied is not. Silent under --quiet. */
  note(text: string): void;
  /** What is wrong, likewise. Shown under --quiet too. */
  warn(text: string): void;
  /** Replaces the progress line; where standard error is no terminal, a line now and then. Silent under --quiet. */
  progress(text: string): void;
  /** Clears the progress line. */
  clearProgress(): void;
  /** `text` in a style, for standard output. */
  style(style: Style, text: string): string;
  /** The same for standard error. */
  noteStyle(style: Style, text: string): string;
  /** Columns of standard output: no line of text may be longer. */
  readonly width: number;
}

export interface TerminalOptions {
  readonly quiet: boolean;
  /** False for --no-color. `NO_COLOR` and `FORCE_COLOR` count when true. */
  readonly color: boolean;
  /** Columns, in place of those of the terminal. */
  readonly width?: number;
}

/** A stream as far as this needs it; `process.stdout` is one. */
export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Where neither the terminal nor the environment says how wide it is. */
const USUAL_WIDTH = 80;
const LEAST_WIDTH = 40;

/** A log gets a line of progress no more often than this. */
const LOG_INTERVAL_MS = 10_000;

function wantsColor(stream: OutputStream, allowed: boolean, env: NodeJS.ProcessEnv): boolean {
  if (!allowed || (env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Columns of a stream: as asked for, as the terminal says, or as the environment does. */
function widthOf(stream: OutputStream, wanted: number | undefined, env: NodeJS.ProcessEnv): number {
  const columns = wanted ?? (stream.isTTY === true ? stream.columns : Number(env['COLUMNS']));
  return columns === undefined || !(columns > 0) ? USUAL_WIDTH : Math.max(LEAST_WIDTH, Math.floor(columns));
}

export function createTerminal(
  out: OutputStream,
  err: OutputStream,
  options: TerminalOptions,
  env: NodeJS.ProcessEnv = process.env,
): Terminal {
  const colorOut = wantsColor(out, options.color, env);
  const colorErr = wantsColor(err, options.color, env);
  const live = err.isTTY === true && !options.quiet && (env['CI'] ?? '') === '';
  const remark = (text: string): string =>
    wrapRemark(printable(text, { styled: colorErr }), widthOf(err, options.width, env));
  let drawn = false;
  let loggedAt = performance.now();
  const clear = (): void => {
    if (drawn) err.write('\r\u001b[2K');
    drawn = false;
  };
  const paint = (on: boolean, style: Style, text: string): string =>
    on ? styleText(style, text, { validateStream: false }) : text;
  return {
    data(text) {
      clear();
      const shown = printable(text, { styled: colorOut });
      out.write(shown.endsWith('\n') ? shown : `${shown}\n`);
    },
    note(text) {
      clear();
      if (!options.quiet) err.write(`${remark(text)}\n`);
    },
    warn(text) {
      clear();
      err.write(`${remark(text)}\n`);
    },
    progress(text) {
      if (!live) {
        if (options.quiet || performance.now() - loggedAt < LOG_INTERVAL_MS) return;
        loggedAt = performance.now();
        err.write(`${wrapRemark(printable(text, { line: true }), widthOf(err, options.width, env))}\n`);
        return;
      }
      clear();
      err.write(printable(text, { line: true }).slice(0, (err.columns || 80) - 1));
      drawn = true;
    },
    clearProgress: clear,
    style: (style, text) => paint(colorOut, style, text),
    noteStyle: (style, text) => paint(colorErr, style, text),
    width: widthOf(out, options.width, env),
  };
}

/** The terminal for results of which one of these files is written, too: where that is standard output, the words go to standard error. */
export function besideFiles(terminal: Terminal, ...files: readonly (string | undefined)[]): Terminal {
  return files.includes('-') ? { ...terminal, data: terminal.note, style: terminal.noteStyle } : terminal;
}
