import type { PtxInstruction } from '../ptx/instruction.ts';
import { divergedError, syntaxError, unsupported } from '../trace-error.ts';
import type { RegisterLayout } from './lane-file.ts';
import { LANES } from './lane-file.ts';
import type { LaneAction } from './step.ts';
import type { Warp } from './warp.ts';

/** Throws `TRACE.DIVERGED` where a lane that `members` names is alive and not here: the device would wait for it. */
function checkMembers(instruction: PtxInstruction, { file, live }: Warp, lanes: number, members: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    if (!((lanes >>> lane) & 1)) continue;
    const missing = file.u32[members + lane] & live & ~lanes;
    if (missing !== 0) throw divergedError(instruction, `lane ${31 - Math.clz32(missing)} takes another path`);
  }
}

/** The lane that a lane reads from, and whether it lies in the same segment: as PTX defines `shfl.sync`. */
function sourceOf(mode: string, lane: number, by: number, packed: number): readonly [number, boolean] {
  const clamp = packed & 31;
  const segment = (packed >>> 8) & 31;
  const most = (lane & segment) | (clamp & ~segment);
  const least = lane & segment;
  if (mode === 'up') return [lane - by, lane - by >= most];
  if (mode === 'down') return [lane + by, lane + by <= most];
  if (mode === 'bfly') return [lane ^ by, (lane ^ by) <= most];
  const source = least | (by & ~segment);
  return [source, source <= most];
}

function shuffle(instruction: PtxInstruction, layout: RegisterLayout): LaneAction | undefined {
  const mode = /^shfl\.sync\.(up|down|bfly|idx)\.b32$/u.exec(instruction.opcode)?.[1];
  if (mode === undefined) return undefined;
  const [to, from, by, packed, members] = instruction.operands;
  const first = to?.kind === 'pair' ? ({ kind: 'name', name: to.first } as const) : to;
  const d = layout.slot(instruction, first, 'u32');
  const p = to?.kind === 'pair' ? layout.slot(instruction, { kind: 'name', name: to.second }, 'p') : undefined;
  const [a, b, c, m] = [from, by, packed, members].map((operand) => layout.slot(instruction, operand, 'u32')) as [
    number,
    number,
    number,
    number,
  ];
  const before = new Uint32Array(LANES);
  return (warp, lanes) => {
    checkMembers(instruction, warp, lanes, m);
    const { u32, p: predicates } = warp.file;
    before.set(u32.subarray(a, a + LANES));
    // Of all lanes before any is written: the result may be what is read.
    const results = new Uint32Array(LANES);
    for (let lane = 0; lane < LANES; lane++) {
      if (!((lanes >>> lane) & 1)) continue;
      const [source, inside] = sourceOf(mode, lane, u32[b + lane] & 31, u32[c + lane]);
      results[lane] = before[inside ? source : lane];
      if (p !== undefined) predicates[p + lane] = inside ? 1 : 0;
    }
    for (let lane = 0; lane < LANES; lane++) if ((lanes >>> lane) & 1) u32[d + lane] = results[lane];
  };
}

function vote(instruction: PtxInstruction, layout: RegisterLayout): LaneAction | undefined {
  const mode = /^vote\.sync\.(ballot\.b32|all\.pred|any\.pred|uni\.pred)$/u.exec(instruction.opcode)?.[1];
  if (mode === undefined) return undefined;
  const [to, from, members] = instruction.operands;
  const d = layout.slot(instruction, to, mode === 'ballot.b32' ? 'u32' : 'p');
  const a = layout.slot(instruction, from, 'p');
  const m = layout.slot(instruction, members, 'u32');
  return (warp, lanes) => {
    checkMembers(instruction, warp, lanes, m);
    const { u32, p } = warp.file;
    let ballot = 0;
    for (let lane = 0; lane < LANES; lane++) if ((lanes >>> lane) & 1 && p[a + lane] === 1) ballot |= 1 << lane;
    for (let lane = 0; lane < LANES; lane++) {
      if (!((lanes >>> lane) & 1)) continue;
      const all = u32[m + lane] & lanes;
      const yes = ballot & all;
      if (mode === 'ballot.b32') u32[d + lane] = yes;
      else if (mode === 'all.pred') p[d + lane] = yes === all ? 1 : 0;
      else if (mode === 'any.pred') p[d + lane] = yes === 0 ? 0 : 1;
      else p[d + lane] = yes === 0 || yes === all ? 1 : 0;
    }
  };
}

/** The lanes that hold the same number. */
function match(instruction: PtxInstruction, layout: RegisterLayout): LaneAction | undefined {
  if (instruction.opcode !== 'match.any.sync.b32') return undefined;
  const [d = 0, a = 0, m = 0] = instruction.operands.map((operand) => layout.slot(instruction, operand, 'u32'));
  return (warp, lanes) => {
    checkMembers(instruction, warp, lanes, m);
    const { u32 } = warp.file;
    const masks = new Map<number, number>();
    const numbers = u32.slice(a, a + LANES);
    const each = (act: (lane: number, number: number) => void): void => {
      for (let lane = 0; lane < LANES; lane++) if ((lanes >>> lane) & 1) act(lane, numbers[lane]);
    };
    each((lane, number) => masks.set(number, (masks.get(number) ?? 0) | (1 << lane)));
    each((lane, number) => (u32[d + lane] = masks.get(number) as number));
  };
}

function warpBarrier(instruction: PtxInstruction, layout: RegisterLayout): LaneAction | undefined {
  if (instruction.opcode !== 'bar.warp.sync') return undefined;
  const m = layout.slot(instruction, instruction.operands[0], 'u32');
  return (warp, lanes) => checkMembers(instruction, warp, lanes, m);
}

function activeLanes(instruction: PtxInstruction, layout: RegisterLayout): LaneAction | undefined {
  if (instruction.opcode !== 'activemask.b32') return undefined;
  const d = layout.slot(instruction, instruction.operands[0], 'u32');
  return ({ file }, lanes) => {
    for (let lane = 0; lane < LANES; lane++) if ((lanes >>> lane) & 1) file.u32[d + lane] = lanes;
  };
}

/** What lanes of a warp do together, or `undefined`. */
export function exchange(instruction: PtxInstruction, layout: RegisterLayout): LaneAction | undefined {
  return (
    shuffle(instruction, layout) ??
    vote(instruction, layout) ??
    match(instruction, layout) ??
    warpBarrier(instruction, layout) ??
    activeLanes(instruction, layout)
  );
}

/** Only barrier 0, for all threads. Errors: `TRACE.UNSUPPORTED`. */
export function isBlockBarrier(instruction: PtxInstruction): boolean {
  if (!/^(?:bar|barrier)(?:\.cta)?\.sync(?:\.aligned)?$/u.test(instruction.opcode)) return false;
  const [which, ...more] = instruction.operands;
  if (!which) throw syntaxError(instruction.line, 'a barrier has a number');
  if (which.kind !== 'number' || Number(which.text) !== 0 || more.length > 0)
    throw unsupported(instruction, 'a barrier of other than all threads');
  return true;
}
