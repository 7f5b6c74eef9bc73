import { turn } from '../host/turn.ts';
import { counted } from '../text/numbers.ts';
import type { CaseRun } from '../run/case-result.ts';
import { problemFrom } from '../run/prepare-case.ts';
import { median } from '../time/sample-statistics.ts';
import type { TimingOptions } from '../time/time-group.ts';
import { REPORT_MS } from '../time/time-group.ts';
import type { MatrixRunOptions, Preparable } from './matrix-run.ts';

/** Milliseconds of the phases of one product. */
interface Sample {
  readonly symbolicMs: number;
  readonly numericMs: number;
  readonly againMs: number;
}

/**
 * One product by an operator of its own: operands are on the device before, arrays of the result are taken in it. The numeric phase is run three times: the first belongs to the product, the second records programs where
 * that is done, the third is one over again.
 */
async function sampleOf({ run, prepare }: Preparable, scalars: Readonly<Record<string, number>>): Promise<Sample> {
  const { backend } = run.case.opened;
  const operator = await prepare();
  try {
    await backend.finish();
    const timed = async (phase: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      await phase();
      await backend.finish();
      return performance.now() - start;
    };
    const symbolicMs = await timed(() => operator.symbolic());
    const numericMs = await timed(() => operator.numeric(scalars));
    await timed(() => operator.numeric(scalars));
    return { symbolicMs, numericMs, againMs: await timed(() => operator.numeric(scalars)) };
  } finally {
    await operator.dispose();
  }
}

const ms = (samples: readonly Sample[], of: (sample: Sample) => number): Float64Array => Float64Array.from(samples, of);

/** A run with its times so far. */
function withTimes(run: CaseRun, [first, ...samples]: readonly Sample[]): CaseRun {
  if (!first || !run.made || samples.length === 0) return run;
  const samplesMs = ms(samples, ({ symbolicMs, numericMs }) => symbolicMs + numericMs);
  return {
    ...run,
    times: {
      clock: 'host',
      samplesMs,
      hostSamplesMs: samplesMs,
      batch: 1,
      firstMs: first.symbolicMs + first.numericMs,
    },
    made: {
      ...run.made,
      symbolicMs: median(ms(samples, (one) => one.symbolicMs)),
      numericMs: median(ms(samples, (one) => one.numericMs)),
      againMs: median(ms(samples, (one) => one.againMs)),
    },
  };
}

/** How products are timed. */
interface MatrixTiming extends MatrixRunOptions {
  readonly timing: TimingOptions;
  /** Whether there is time for no further round. */
  isOver(): boolean;
}

/** Times products in rounds, every other one backwards, by the clock of the host. The first round does not count. What throws keeps its error; on abort all keep what they have. */
export async function timeMatrices(
  subjects: readonly Preparable[],
  scalars: Readonly<Record<string, number>>,
  { timing, host, signal, isOver, onProgress, onRun }: MatrixTiming,
): Promise<{ readonly runs: readonly CaseRun[]; readonly samples: number }> {
  const samples = subjects.map((): Sample[] => []);
  const errors = new Map<number, unknown>();
  const forwards = subjects.map((_, s) => s);
  onProgress(`timing ${counted(subjects.length, 'combination', 'combinations')}`);
  let rounds = 0;
  let toldAt = performance.now();
  for (; rounds <= timing.runs && !signal.aborted && (rounds < 2 || !isOver()); rounds++) {
    for (const s of rounds % 2 === 0 ? forwards : forwards.toReversed()) {
      await turn();
      if (signal.aborted) break;
      if (errors.has(s)) continue;
      try {
        samples[s]?.push(await sampleOf(subjects[s] as Preparable, scalars));
      } catch (error) {
        errors.set(s, error);
      }
    }
    if (performance.now() - toldAt < REPORT_MS) continue;
    subjects.forEach(({ run }, s) => onRun?.(withTimes(run, samples[s] ?? [])));
    toldAt = performance.now();
  }
  return {
    runs: subjects.map(({ run }, s) =>
      errors.has(s) ? { ...run, problem: problemFrom(errors.get(s), host) } : withTimes(run, samples[s] ?? []),
    ),
    samples: Math.max(0, rounds - 1),
  };
}
