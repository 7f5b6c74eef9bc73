import type { Command } from 'commander';
import { Option } from 'commander';
import { parseBanner, parseBytes, parseInteger } from './values.ts';
import type { CommandReading } from '../../matrices/reading.ts';

/** What a command is told a matrix by. */
export const MATRIX_WORDS = 'a file, -, gen:NAME?key=value&…, suitesparse:GROUP/NAME or a bundled name';

/** Gives a command that reads matrices the flags that say how: what errors of reading advise is one of these. */
export function withReading(command: Command): Command {
  return command
    .option('--member <name>', 'for an archive: the file to read instead of Name/Name.mtx')
    .addOption(
      new Option('--duplicates <what>', 'what to do with several entries at one position; default sum').choices([
        'sum',
        'reject',
      ]),
    )
    .addOption(
      new Option('--index-base <n>', 'number of the first row and column in the file; default 1').choices(['0', '1']),
    )
    .addOption(
      new Option('--pattern-values <what>', 'what to do with values in a pattern file; default refuse').choices([
        'refuse',
        'drop',
      ]),
    )
    .addOption(
      new Option('--inexact-integers <what>', 'what to do with integers beyond 2^53; default refuse').choices([
        'refuse',
        'round',
      ]),
    )
    .option('--assume-banner <line>', 'banner to assume for a file that has none', parseBanner)
    .option('--max-line-bytes <size>', 'longest line that a file may have; default 1Mi', parseBytes)
    .option(
      '--max-text-bytes <size>',
      'most bytes of text after decompressing; default 64Gi, for a compressed file 100 times its size',
      parseBytes,
    )
    .option('--max-entries <n>', 'most entries that a file may have', parseInteger);
}

/** The flags as commander hands them over. */
interface ReadingFlags {
  readonly member?: string;
  readonly duplicates?: 'sum' | 'reject';
  readonly indexBase?: '0' | '1';
  readonly patternValues?: 'refuse' | 'drop';
  readonly inexactIntegers?: 'refuse' | 'round';
  readonly assumeBanner?: string;
  readonly maxLineBytes?: number;
  readonly maxTextBytes?: number;
  readonly maxEntries?: number;
}

/** How the flags of a command want files read. */
export function readingOf({
  member,
  duplicates,
  indexBase,
  patternValues,
  inexactIntegers,
  assumeBanner,
  maxLineBytes,
  maxTextBytes,
  maxEntries,
}: ReadingFlags): CommandReading {
  return {
    matrix: { ...(member === undefined ? {} : { member }), ...(duplicates === undefined ? {} : { duplicates }) },
    any: {
      ...(indexBase === undefined ? {} : { indexBase: indexBase === '0' ? 0 : 1 }),
      ...(patternValues === undefined ? {} : { patternValues }),
      ...(assumeBanner === undefined ? {} : { assumeBanner }),
      limits: {
        ...(maxLineBytes === undefined ? {} : { lineBytes: maxLineBytes }),
        ...(maxTextBytes === undefined ? {} : { bytes: maxTextBytes }),
        ...(maxEntries === undefined ? {} : { entries: maxEntries }),
      },
    },
    ...(inexactIntegers === undefined ? {} : { inexactIntegers }),
  };
}
