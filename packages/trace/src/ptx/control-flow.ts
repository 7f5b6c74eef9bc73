import { syntaxError } from '../trace-error.ts';
import type { PtxEntry, PtxInstruction } from './instruction.ts';

/** Where a branch goes, and where lanes that part there meet again. */
export interface Branch {
  readonly target: number;
  /** First instruction that every path from here passes: the immediate post-dominator. The number of instructions where only the end is. */
  readonly meet: number;
}

const isBranch = ({ opcode }: PtxInstruction): boolean => opcode === 'bra' || opcode === 'bra.uni';
/** `ret` and `exit` end a kernel alike. */
export const isEnd = ({ opcode }: PtxInstruction): boolean => opcode === 'ret' || opcode === 'exit';

function targetOf({ labels }: PtxEntry, { operands, line }: PtxInstruction): number {
  const [operand] = operands;
  const target = operand?.kind === 'name' ? labels.get(operand.name) : undefined;
  if (target === undefined) throw syntaxError(line, 'the branch goes to no label');
  return target;
}

/** Instructions that may follow instruction `at`; `end` stands for the end of the kernel. */
function following(entry: PtxEntry, at: number): readonly number[] {
  const instruction = entry.instructions[at] as PtxInstruction;
  if (isEnd(instruction)) return instruction.guard ? [at + 1, entry.instructions.length] : [entry.instructions.length];
  if (!isBranch(instruction)) return [at + 1];
  const target = targetOf(entry, instruction);
  return instruction.guard ? [at + 1, target] : [target];
}

/** Places in the order in which a walk from `start` along `next` leaves them: what is reached through a place before the place itself. */
function leavingOrder(next: readonly (readonly number[])[], start: number): readonly number[] {
  const seen = new Set<number>([start]);
  const order: number[] = [];
  const path: { readonly at: number; child: number }[] = [{ at: start, child: 0 }];
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const child = next[top.at]?.[top.child++];
    if (child === undefined) {
      order.push(top.at);
      path.pop();
    } else if (!seen.has(child)) {
      seen.add(child);
      path.push({ at: child, child: 0 });
    }
  }
  return order;
}

/**
 * The immediate post-dominator of every instruction, -1 where the end cannot be reached: by iteration to a fixed point over the reversed
 * graph (K. D. Cooper, T. J. Harvey, K. Kennedy, A Simple, Fast Dominance Algorithm, 2001).
 */
function postDominators(entry: PtxEntry): Int32Array {
  const end = entry.instructions.length;
  const next = entry.instructions.map((_, at) => following(entry, at));
  const before: number[][] = Array.from({ length: end + 1 }, () => []);
  next.forEach((list, at) => list.forEach((to) => before[to]?.push(at)));
  const order = leavingOrder(before, end);
  const rank = new Int32Array(end + 1);
  order.forEach((at, place) => (rank[at] = place));
  const found = new Int32Array(end + 1).fill(-1);
  found[end] = end;
  const common = (a: number, b: number): number => {
    let [one, other] = [a, b];
    while (one !== other) {
      while ((rank[one] as number) < (rank[other] as number)) one = found[one] as number;
      while ((rank[other] as number) < (rank[one] as number)) other = found[other] as number;
    }
    return one;
  };
  const closestFirst = order.toReversed().slice(1);
  for (let changed = true; changed;) {
    changed = false;
    for (const at of closestFirst) {
      let meet = -1;
      for (const to of next[at] as readonly number[]) {
        if (found[to] !== -1) meet = meet === -1 ? to : common(meet, to);
      }
      if (found[at] === meet) continue;
      found[at] = meet;
      changed = true;
    }
  }
  return found;
}

/** The branches of a kernel, by the place of the instruction. Errors: `TRACE.SYNTAX`. */
export function branchesOf(entry: PtxEntry): ReadonlyMap<number, Branch> {
  const end = entry.instructions.length;
  const meets = postDominators(entry);
  const found = new Map<number, Branch>();
  entry.instructions.forEach((instruction, at) => {
    if (!isBranch(instruction)) return;
    const meet = meets[at] as number;
    found.set(at, { target: targetOf(entry, instruction), meet: meet < 0 ? end : meet });
  });
  return found;
}
