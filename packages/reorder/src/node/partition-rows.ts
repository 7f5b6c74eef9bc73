import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { CooMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { partsByWork } from '../division.ts';
import type { GraphFormat, GraphText } from '../graph-text.ts';
import { graphText, METIS_GRAPH, SCOTCH_GRAPH } from '../graph-text.ts';
import type { RowPartition } from '../partition.ts';
import { partitionOf } from '../partition.ts';

/** Programs that divide rows: METIS and Scotch. */
export type Partitioner = 'metis' | 'scotch';

/** A program of others that divides graphs. */
interface Program {
  readonly format: GraphFormat;
  /** Its name in PATH, and the variable that names another. */
  readonly name: string;
  readonly variable: string;
  readonly debian: string;
  /** Variables that it gets unless they are set. */
  readonly environment: Readonly<Record<string, string>>;
  arguments(graph: string, parts: number): readonly string[];
  /** The file that it writes, and the place of a node's part in its numbers. */
  output(graph: string, parts: number): string;
  partOf(numbers: Int32Array, nodes: number): Int32Array;
}

const PROGRAMS: Readonly<Record<Partitioner, Program>> = {
  // The total volume of communication is what a halo is.
  metis: {
    format: METIS_GRAPH,
    name: 'gpmetis',
    variable: 'GPMETIS',
    debian: 'metis',
    environment: {},
    arguments: (graph, parts) => ['-objtype=vol', graph, String(parts)],
    output: (graph, parts) => `${graph}.part.${parts}`,
    partOf: (numbers) => numbers,
  },
  scotch: {
    format: SCOTCH_GRAPH,
    name: 'scotch_gpart',
    variable: 'SCOTCH_GPART',
    debian: 'scotch',
    // Its threads find other parts each time.
    environment: { SCOTCH_PTHREAD_NUMBER: '1' },
    arguments: (graph, parts) => [String(parts), graph, `${graph}.map`],
    output: (graph) => `${graph}.map`,
    partOf(numbers, nodes) {
      const parts = new Int32Array(nodes).fill(-1);
      for (let k = 1; k + 1 < numbers.length; k += 2) parts[numbers[k]] = numbers[k + 1];
      return parts;
    },
  },
};

/** Their names. */
export const PARTITIONERS: readonly Partitioner[] = ['metis', 'scotch'];

/** How to divide. */
export interface PartitionOptions {
  readonly method: Partitioner;
  /** 1 … rows of the matrix. */
  readonly parts: number;
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
}

function failed(name: string, reason: string, cause?: unknown): SpmvError {
  return new SpmvError('PARTITION.FAILED', `'${name}' divided nothing: ${reason}.`, {
    fix: 'Try another number of parts, or the other program; report this if the matrix is not to blame.',
    details: { program: name, reason },
    cause,
  });
}

async function writeGraph(path: string, graph: GraphText): Promise<void> {
  const stream = createWriteStream(path);
  const ended = finished(stream);
  for (const chunk of graph.chunks()) if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), ended]);
  stream.end();
  await ended;
}

/** Whole numbers of a text. A file has as many as nodes, or twice as many and one. */
function numbersIn(bytes: Uint8Array, most: number): Int32Array {
  const numbers = new Int32Array(most);
  let count = 0;
  let value = -1;
  for (let at = 0; at <= bytes.length && count < most; at++) {
    const digit = (bytes[at] ?? 32) - 48;
    if (digit >= 0 && digit <= 9) value = (value < 0 ? 0 : value) * 10 + digit;
    else if (value >= 0) {
      numbers[count++] = value;
      value = -1;
    }
  }
  return numbers.subarray(0, count);
}

async function started(program: Program, args: readonly string[], options: PartitionOptions): Promise<void> {
  const name = process.env[program.variable] || program.name;
  try {
    await promisify(execFile)(name, args, {
      maxBuffer: 2 ** 24,
      signal: options.signal,
      env: { ...program.environment, ...process.env },
    });
  } catch (cause) {
    options.signal?.throwIfAborted();
    const { code, stderr = '', stdout = '' } = cause as { code?: unknown; stderr?: string; stdout?: string };
    if (code === 'ENOENT' || code === 'EACCES')
      throw new SpmvError('PARTITION.UNAVAILABLE', `There is no program '${name}' to divide rows with.`, {
        fix: `Install it (Debian: apt install ${program.debian}), or name it in ${program.variable}. Without it: method rcm, or parts of equal work.`,
        details: { program: name, variable: program.variable },
        cause,
      });
    const said = `${stderr}\n${stdout}`.trim().split('\n').at(-1) ?? '';
    throw failed(name, said === '' ? `it ended with ${String(code)}` : said, cause);
  }
}

/**
 * Divides rows and columns of a square matrix so that parts need few elements of x of one another, and have about as many rows and entries each: the graph of A + Aᵀ by `gpmetis` (total volume of communication) or `scotch_gpart` (edges cut), which
 * is found in PATH or by `GPMETIS` and `SCOTCH_GPART`. The graph goes through a text file in a folder of its own, which is removed. Equal matrices give equal parts with the same version of the program; Scotch runs with one thread for that, unless `SCOTCH_PTHREAD_NUMBER` says otherwise.
 *
 * Errors: `PARTITION.UNAVAILABLE` where the program is not there, `PARTITION.FAILED` with its words, `OPERAND.MATRIX` where the matrix is not square, `PARAM.OUT_OF_RANGE` for more parts than rows.
 * Source: G. Karypis, V. Kumar, A fast and high quality multilevel scheme for partitioning irregular graphs, 1998; F. Pellegrini, Scotch 7 user's guide.
 */
export async function partitionRows(coo: CooMatrix, options: PartitionOptions): Promise<RowPartition> {
  const { method, parts } = options;
  const program = PROGRAMS[method];
  const { rows } = coo.shape;
  const graph = graphText(coo, program.format);
  // Without an edge every division is as good.
  const bounds = partsByWork(coo, parts);
  if (parts > Math.max(1, rows))
    throw new SpmvError('PARAM.OUT_OF_RANGE', `There are ${rows} rows for ${parts} parts.`, {
      fix: `Give at most ${Math.max(1, rows)} parts.`,
      details: { parts, rows },
    });
  if (parts === 1 || graph.edges === 0) return { order: Int32Array.from({ length: rows }, (_, i) => i), bounds };
  const folder = await mkdtemp(join(tmpdir(), 'spmv-partition-'));
  try {
    const file = join(folder, 'graph');
    await writeGraph(file, graph);
    await started(program, program.arguments(file, parts), options);
    const written = await readFile(program.output(file, parts)).catch((cause: unknown) => {
      throw failed(program.name, 'it wrote no parts', cause);
    });
    const partOf = program.partOf(numbersIn(written, 2 * rows + 1), rows);
    if (partOf.length !== rows || partOf.some((part) => part < 0 || part >= parts))
      throw failed(program.name, `what it wrote are no ${rows} parts from 0 to ${parts - 1}`);
    return partitionOf(partOf, parts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
