import { syntaxError } from '../trace-error.ts';
import type { PtxEntry, PtxInstruction } from './instruction.ts';

/** Where a branch goes, and where lanes that part there meet again. */
export interface Branch {
  readonly target: number;
  /**
   * First instruction that every path from here passes which does not end before: the immediate post-dominator among lanes that go on. The number of instructions
   * where only the end is.
   */
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

/** Instructions that may follow instruction `at`; the number of instructions stands for the end of the kernel. */
function following(entry: PtxEntry, at: number): readonly number[] {
  const instruction = entry.instructions[at];
  if (isEnd(instruction)) return instruction.guard ? [at + 1, entry.instructions.length] : [entry.instructions.length];
  if (!isBranch(instruction)) return [at + 1];
  const target = targetOf(entry, instruction);
  return instruction.guard ? [at + 1, target] : [target];
}

/** Whether some lanes may end at instruction `at`, by an end or a branch to one, while others go on behind it. */
function endsSome(entry: PtxEntry, at: number): boolean {
  const instruction = entry.instructions[at];
  if (!instruction.guard) return false;
  if (isEnd(instruction)) return true;
  const there = isBranch(instruction) ? entry.instructions[targetOf(entry, instruction)] : undefined;
  return there !== undefined && isEnd(there) && !there.guard;
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

/** The lists of places from which each is reached. */
function reversed(next: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const before: number[][] = Array.from({ length: next.length + 1 }, () => []);
  next.forEach((list, at) => list.forEach((to) => before[to]?.push(at)));
  return before;
}

/**
 * What follows each instruction for lanes that go on: a device takes lanes that have ended out of every meeting. Of a loop that is left by ends alone the last
 * one in the text is its way out.
 */
function goingOn(entry: PtxEntry): readonly (readonly number[])[] {
  const end = entry.instructions.length;
  const all = entry.instructions.map((_, at) => following(entry, at));
  const next = all.map((list, at) => (endsSome(entry, at) ? [at + 1] : list));
  for (;;) {
    const reaching = new Set(leavingOrder(reversed(next), end));
    const last = next.findLastIndex((list, at) => !reaching.has(at) && list.length < (all[at] as number[]).length);
    if (last < 0) return next;
    next[last] = all[last];
  }
}

/**
 * The immediate post-dominator of every instruction among lanes that go on, -1 where the end cannot be reached: by iteration to a fixed point over the reversed
 * graph (K. D. Cooper, T. J. Harvey, K. Kennedy, A Simple, Fast Dominance Algorithm, 2001).
 */
function postDominators(entry: PtxEntry): Int32Array {
  const end = entry.instructions.length;
  const next = goingOn(entry);
  const before = reversed(next);
  const order = leavingOrder(before, end);
  const rank = new Int32Array(end + 1);
  order.forEach((at, place) => (rank[at] = place));
  const found = new Int32Array(end + 1).fill(-1);
  found[end] = end;
  const common = (a: number, b: number): number => {
    let [one, other] = [a, b];
    while (one !== other) {
      while (rank[one] < rank[other]) one = found[one];
      while (rank[other] < rank[one]) other = found[other];
    }
    return one;
  };
  const closestFirst = order.toReversed().slice(1);
  for (let changed = true; changed;) {
    changed = false;
    for (const at of closestFirst) {
      let meet = -1;
      for (const to of next[at]) {
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
    const meet = meets[at];
    found.set(at, { target: targetOf(entry, instruction), meet: meet < 0 ? end : meet });
  });
  return found;
}
