import type { PtxInstruction } from '../ptx/instruction.ts';
import { unsupported } from '../trace-error.ts';
import type { Elementwise } from './elementwise.ts';
import type { LaneValue } from './lane-file.ts';
import { viewOf, widthOf } from './lane-file.ts';

type Comparison = (a: LaneValue, b: LaneValue) => boolean;

const ORDERED: Readonly<Record<string, Comparison>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b && !Number.isNaN(a) && !Number.isNaN(b),
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lo: (a, b) => a < b,
  ls: (a, b) => a <= b,
  hi: (a, b) => a > b,
  hs: (a, b) => a >= b,
};

const isNan = (a: LaneValue, b: LaneValue): boolean => Number.isNaN(a) || Number.isNaN(b);

/** `equ` and the like hold with a NaN; `num` where there is none, `nan` where there is one. */
function comparisonOf(name: string): Comparison | undefined {
  if (name === 'nan') return isNan;
  if (name === 'num') return (a, b) => !isNan(a, b);
  const ordered = ORDERED[name];
  if (ordered) return ordered;
  const loose = name.endsWith('u') ? ORDERED[name.slice(0, -1)] : undefined;
  return loose && ((a, b) => isNan(a, b) || loose(a, b));
}

const JOINED: Readonly<Record<string, (a: boolean, b: number) => boolean>> = {
  and: (a, b) => a && b === 1,
  or: (a, b) => a || b === 1,
  xor: (a, b) => a !== (b === 1),
};

// `isNaN` of a bigint would throw where `Number.isNaN` says no.
/** `setp.lt.s32`, `setp.eq.and.f64` and `selp.f64`, or `undefined`. */
export function comparison(instruction: PtxInstruction): Elementwise | undefined {
  const choice = /^selp\.([busf]\d+)$/u.exec(instruction.opcode);
  if (choice) {
    const view = viewOf(choice[1], instruction);
    const value = (a: LaneValue, b: LaneValue, which: number): LaneValue => (which === 1 ? a : b);
    return { result: view, operands: [view, view, 'p'], value };
  }
  const found = /^setp\.([a-z]+)(?:\.(and|or|xor))?\.([busf]\d+)$/u.exec(instruction.opcode);
  if (!found) return undefined;
  const compare = comparisonOf(found[1]);
  if (!compare) throw unsupported(instruction, `comparison '${found[1]}'`);
  const view = viewOf(found[3], instruction);
  if (widthOf(view) === 1) throw unsupported(instruction, 'a comparison of predicates');
  const join = JOINED[found[2] ?? ''];
  if (!join)
    return { result: 'p', operands: [view, view], value: (a: LaneValue, b: LaneValue) => (compare(a, b) ? 1 : 0) };
  const value = (a: LaneValue, b: LaneValue, c: number): number => (join(compare(a, b), c) ? 1 : 0);
  return { result: 'p', operands: [view, view, 'p'], value };
}
