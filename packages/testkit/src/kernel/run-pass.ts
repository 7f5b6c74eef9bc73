import type { JsArguments, JsFunction, JsRange, PartialSums, SplitRowRule, TypedArray, ValueArray } from '@spmv/core';
import { copyArrays } from '../case/bits.ts';
import type { FailureDetails } from '../case/conformance-error.ts';
import { ensure } from '../case/conformance-error.ts';

const OWN = 'A worker writes no scratch but its own';
const ALONE = 'An element is written by one range of a pass alone';

/** Of a range that splits no row. */
export function newPartialSums(): PartialSums {
  return { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 };
}

/** Arrays by name. */
export type Arrays = Readonly<Record<string, TypedArray>>;

/** Fails when ranges wrote into the scratch of another worker than theirs: two threads would race for it. */
function checkOwn(after: Arrays, before: Arrays, worker: number, workers: number, where: FailureDetails): void {
  for (const [name, array] of Object.entries(after)) {
    const each = array.length / workers;
    const old = before[name];
    for (let e = 0; e < array.length; e++) {
      if (Object.is(array[e], old[e]) || (e >= worker * each && e < (worker + 1) * each)) continue;
      ensure(
        false,
        OWN,
        `a range of worker ${worker} wrote scratch '${name}' of worker ${Math.floor(e / each)}`,
        where,
      );
    }
  }
}

/** Adds up the partial sums of split rows. */
function combine(
  partialSums: readonly PartialSums[],
  rule: SplitRowRule,
  args: JsRange & Record<string, unknown>,
): void {
  const sums = new Map<number, number>();
  for (const { headRow, headSum, tailRow, tailSum } of partialSums) {
    if (headRow >= 0) sums.set(headRow, (sums.get(headRow) ?? 0) + headSum);
    if (tailRow >= 0) sums.set(tailRow, (sums.get(tailRow) ?? 0) + tailSum);
  }
  const into = args[rule.into] as ValueArray;
  const times = rule.times === undefined ? 1 : (args[rule.times] as number);
  const plus = rule.plus === undefined ? 0 : (args[rule.plus] as number);
  for (const [row, sum] of sums) into[row] = plus === 0 ? times * sum : times * sum + plus * into[row];
}

/**
 * What threads would do, each range on copies of what all may write, so that none sees what the others write: threads see of it what chance
 * decides. An element may be written by one range alone; those of rows that ranges share are written at the end, from their partial sums. The
 * scratch of a worker is seen by its ranges alone, one after another.
 */
export function runPass(
  run: JsFunction,
  args: JsRange & Record<string, unknown>,
  shared: Arrays,
  workerScratch: Arrays,
  pass: { readonly ends: readonly number[]; readonly ofWorkers: boolean; readonly splitRows: SplitRowRule | undefined },
  where: FailureDetails,
): void {
  const { ends, ofWorkers, splitRows } = pass;
  const before = copyArrays(shared);
  const writers = Object.fromEntries(
    Object.entries(shared).map(([name, { length }]) => [name, new Int32Array(length).fill(-1)]),
  );
  const partialSums: PartialSums[] = [];
  const seen = Array.from({ length: args.workers }, () => copyArrays(workerScratch));
  const mine = copyArrays(before);
  for (let r = 0; r + 1 < ends.length; r++) {
    const worker = ofWorkers ? ends[r] : r % args.workers;
    const own = { scratch: { ...args.scratch, ...seen[worker], ...pickScratch(mine) }, ...pickOperands(mine) };
    const range = {
      begin: ends[r],
      end: ends[r + 1],
      worker,
      partialSums: newPartialSums(),
    };
    run({ ...args, ...own, ...range } as unknown as JsArguments);
    partialSums.push(range.partialSums);
    for (const [name, array] of Object.entries(mine)) {
      const [old, target] = [before[name], shared[name]];
      const writer = writers[name] as Int32Array;
      for (let e = 0; e < array.length; e++) {
        if (Object.is(array[e], old[e])) continue;
        ensure(writer[e] === -1, ALONE, () => `ranges ${writer[e]} and ${r} both write ${name}[${e}]`, where);
        writer[e] = r;
        target[e] = array[e];
        // The next range finds it as this one did.
        array[e] = old[e];
      }
    }
  }
  seen.forEach((arrays, worker) => checkOwn(arrays, workerScratch, worker, args.workers, where));
  for (const [name, array] of Object.entries(workerScratch)) {
    const each = array.length / args.workers;
    seen.forEach((arrays, worker) => {
      array.set(arrays[name].subarray(worker * each, (worker + 1) * each), worker * each);
    });
  }
  if (splitRows) combine(partialSums, splitRows, args);
}

/** Beginning of the names of scratch among arrays that ranges share. */
export const SCRATCH = 'scratch.';

function pickScratch(arrays: Arrays): Arrays {
  const found = Object.entries(arrays).filter(([name]) => name.startsWith(SCRATCH));
  return Object.fromEntries(found.map(([name, array]) => [name.slice(SCRATCH.length), array]));
}

function pickOperands(arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).filter(([name]) => !name.startsWith(SCRATCH)));
}
