import { cudaKernels } from '@spmv/backend-cuda/kernels';
import type { CooMatrix, Kernel } from '@spmv/core';
import { buildMatrix, isSpmvError, spmv } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as sell } from '@spmv/format-sell';
import type { TraceCounts, TracedLaunch, TraceStep } from '@spmv/trace';
import { planTrace, traceKernel } from '@spmv/trace';
import { SHOWN_FORMATS } from './formats.ts';
import type { FormatParams } from './taught.ts';
import { taughtNamed } from './taught.ts';

/** What is to be traced: a small matrix and a kernel by its name. */
export interface TraceOrder {
  readonly kernel: string;
  readonly coo: CooMatrix;
  readonly params: FormatParams;
  /** Folder of the PTX files, ending in `/`. */
  readonly folder: string;
}

/** A line of CUDA. */
export interface SourceLine {
  /** `csr.cuh:16`. */
  readonly place: string;
  readonly text: string;
  /** The line that touches the same arrays in the kernel for WebGPU. */
  readonly wgsl?: Omit<SourceLine, 'wgsl'>;
}

/** What the site has of the lines of a kernel. */
interface EntryLines {
  readonly lines: readonly number[];
  readonly sources: readonly SourceLine[];
}

const NO_LINES: EntryLines = { lines: [], sources: [] };

/** A product, step by step. */
export interface ShownTrace {
  readonly steps: readonly TraceStep[];
  /** There were more steps than are kept. */
  readonly cut: boolean;
  readonly counts: TraceCounts;
  readonly launches: readonly TracedLaunch[];
  readonly params: string;
  /** Largest error against its bound, at most 1 where y is right. */
  readonly errorRatio: number;
  /** The line of CUDA that each line of the PTX was made of, by the `line` of a step; empty where the site was built without them. */
  readonly sources: readonly (SourceLine | undefined)[];
  /** What was multiplied, and what came of it. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** What came of it. */
export type TraceReply =
  | { readonly status: 'traced'; readonly trace: ShownTrace }
  /** The site has no PTX of this kernel. */
  | { readonly status: 'absent'; readonly why: string }
  | { readonly status: 'failed'; readonly message: string; readonly fix?: string };

/** Most steps that are kept: a product of 512 entries has fewer. */
const MOST_STEPS = 20_000;

const KERNELS: readonly Kernel[] = [...cudaKernels, ...(sell.kernels ?? []), ...(hyb.kernels ?? [])];

/** Text of a file of the site, or `undefined` where it is not there. */
export type ReadText = (url: string) => Promise<string | undefined>;

async function ptxOf(
  folder: string,
  entryPoints: readonly string[],
  read: ReadText,
): Promise<{ readonly ptx: string; readonly sources: ShownTrace['sources'] } | { readonly why: string }> {
  const text = await read(`${folder}index.json`);
  if (text === undefined) return { why: 'this site has no PTX' };
  const index = JSON.parse(text) as {
    readonly entries: readonly string[];
    readonly missing?: string;
    readonly lined?: readonly string[];
  };
  const texts: string[] = [];
  // Steps count lines from 1 on.
  const sources: (SourceLine | undefined)[] = [undefined];
  for (const name of new Set(entryPoints)) {
    const found = index.entries.includes(name) ? await read(`${folder}${name}.ptx`) : undefined;
    if (found === undefined) return { why: index.missing ?? `this site has no PTX of ${name}` };
    texts.push(found);
    const known = index.lined?.includes(name) ? await read(`${folder}${name}.json`) : undefined;
    const { lines, sources: all } = known === undefined ? NO_LINES : (JSON.parse(known) as EntryLines);
    sources.push(...found.split('\n').map((_, k) => all[lines[k] ?? -1]));
  }
  return { ptx: texts.join('\n'), sources };
}

/** Runs one product with x = 1, 2, 3 … by the kernel's own code. */
export async function traceWindow(
  { kernel: name, coo, params: given, folder }: TraceOrder,
  read: ReadText,
): Promise<TraceReply> {
  const taught = taughtNamed(name);
  const kernel = KERNELS.find(({ id }) => id === `cuda/${taught.name}`);
  const format = SHOWN_FORMATS.find(({ id }) => id === taught.format);
  if (!kernel || !format) return { status: 'failed', message: `There is no kernel '${taught.name}'.` };
  try {
    const matrix = buildMatrix(format, coo, { target: 'cuda', params: given[format.id] ?? {} });
    const plan = planTrace({ operation: spmv, kernel, matrix, params: taught.params });
    const code = await ptxOf(folder, plan.entryPoints, read);
    if ('why' in code) return { status: 'absent', why: code.why };
    const { ptx, sources } = code;
    const x = Float64Array.from({ length: coo.shape.cols }, (_, j) => j + 1);
    const steps: TraceStep[] = [];
    const { results, counts, launches } = traceKernel({
      operation: spmv,
      kernel,
      matrix,
      params: taught.params,
      operands: { x },
      ptx,
      maxSteps: 2_000_000,
      onStep: (step) => {
        const shown = step.kind !== 'branch' || (step.taken !== 0 && step.taken !== step.lanes);
        if (shown && steps.length < MOST_STEPS) steps.push(step);
      },
    });
    const y = Float64Array.from(results['y'] ?? []);
    const zeros = new Float64Array(coo.shape.rows);
    const { errorRatio } = judge(y, spmvReference({ coo, x, y: zeros, alpha: 1, beta: 0 }, 'f64'), 'f64');
    const params = Object.entries(plan.params)
      .map(([key, value]) => `${key} = ${value}`)
      .join(', ');
    return {
      status: 'traced',
      trace: {
        steps,
        cut: steps.length === MOST_STEPS,
        counts,
        launches,
        params,
        errorRatio,
        sources,
        x,
        y,
      },
    };
  } catch (error) {
    if (!isSpmvError(error)) throw error;
    return { status: 'failed', message: error.message, fix: error.fix };
  }
}
