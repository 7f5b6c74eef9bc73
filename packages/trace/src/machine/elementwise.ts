import type { LaneAction } from './step.ts';
import type { LaneValue, RegisterLayout, ViewName } from './lane-file.ts';
import type { PtxInstruction } from '../ptx/instruction.ts';

/** What is done in each lane: of up to three values, one. */
export type LaneFunction = (a: never, b: never, c: never) => LaneValue;

/** A function of lanes with the views of its result and of its operands. */
export interface Elementwise {
  readonly result: ViewName;
  readonly operands: readonly ViewName[];
  readonly value: LaneFunction;
}

type Plain = (a: LaneValue, b: LaneValue, c: LaneValue) => LaneValue;

/** All operands as values of one type. */
export function alike(view: ViewName, count: number, value: LaneFunction): Elementwise {
  return { result: view, operands: Array.from({ length: count }, () => view), value };
}

/** The action of an instruction whose first operand is the result. Errors: `TRACE.SYNTAX`, `TRACE.UNSUPPORTED`. */
export function elementwise(
  instruction: PtxInstruction,
  layout: RegisterLayout,
  { result, operands, value }: Elementwise,
): LaneAction {
  const [to, ...from] = instruction.operands;
  const d = layout.slot(instruction, to, result);
  const [a = 0, b = 0, c = 0] = operands.map((view, i) => layout.slot(instruction, from[i], view));
  const [first, second = first, third = first] = operands as readonly [ViewName, ...ViewName[]];
  const f = value as Plain;
  return ({ file }, lanes) => {
    const [out, x, y, z] = [file[result], file[first], file[second], file[third]];
    for (let lane = 0; lane < 32; lane++) {
      if ((lanes >>> lane) & 1) out[d + lane] = f(x[a + lane], y[b + lane], z[c + lane]);
    }
  };
}
