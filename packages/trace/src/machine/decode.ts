import { branchesOf, isEnd } from '../ptx/control-flow.ts';
import type { PtxEntry, PtxInstruction } from '../ptx/instruction.ts';
import { unsupported } from '../trace-error.ts';
import { arithmeticOf } from './arithmetic.ts';
import { atomicAccess } from './atomic-access.ts';
import { bitsOperation } from './bits.ts';
import { comparison } from './compare.ts';
import { conversion, move } from './convert.ts';
import { elementwise } from './elementwise.ts';
import { exchange, isBlockBarrier } from './exchange.ts';
import type { RegisterLayout } from './lane-file.ts';
import { layoutOf } from './lane-file.ts';
import { memoryAccess } from './memory-access.ts';
import type { LaneAction, ReadyInstruction } from './step.ts';

/** A kernel ready to run. */
export interface Program {
  readonly entry: PtxEntry;
  readonly layout: RegisterLayout;
  readonly steps: readonly ReadyInstruction[];
  /** Where each parameter is among their bytes, and how many these are. */
  readonly parameters: readonly { readonly at: number; readonly type: string }[];
  readonly parameterBytes: number;
  /** Bytes of shared memory that are declared; the dynamic ones follow. */
  readonly sharedBytes: number;
}

/** What orders memory between warps needs nothing here: they take turns. */
const NOTHING = /^(?:membar|fence|griddepcontrol|nanosleep|prefetch)\b/u;

function actionOf(
  instruction: PtxInstruction,
  layout: RegisterLayout,
  offsets: ReadonlyMap<string, number>,
): LaneAction {
  const whole = arithmeticOf(instruction) ?? bitsOperation(instruction) ?? comparison(instruction);
  const action = whole
    ? elementwise(instruction, layout, whole)
    : (conversion(instruction, layout) ??
      move(instruction, layout) ??
      memoryAccess(instruction, layout, offsets) ??
      atomicAccess(instruction, layout) ??
      exchange(instruction, layout));
  if (action) return action;
  if (NOTHING.test(instruction.opcode)) return () => {};
  throw unsupported(instruction, `'${instruction.opcode}'`);
}

const aligned = (at: number, to: number): number => Math.ceil(at / to) * to;

/** Addresses of what is declared in shared memory, the dynamic variables last, all of them at one address as CUDA has it. */
function sharedSymbols({ shared }: PtxEntry): { readonly symbols: Map<string, number>; readonly bytes: number } {
  const symbols = new Map<string, number>();
  let bytes = 0;
  for (const { name, align, bytes: size } of shared) {
    if (size === undefined) continue;
    bytes = aligned(bytes, align);
    symbols.set(name, bytes);
    bytes += size;
  }
  bytes = aligned(bytes, 16);
  for (const { name, bytes: size } of shared) if (size === undefined) symbols.set(name, bytes);
  return { symbols, bytes };
}

/** Errors: `TRACE.UNSUPPORTED` for an instruction that is not interpreted, whether it would run or not; `TRACE.SYNTAX`. */
export function decode(entry: PtxEntry): Program {
  const { symbols, bytes } = sharedSymbols(entry);
  const layout = layoutOf(entry, symbols);
  const branches = branchesOf(entry);
  const offsets = new Map<string, number>();
  let parameterBytes = 0;
  const parameters = entry.params.map(({ name, type }) => {
    const size = Number(type.slice(1)) / 8;
    const at = aligned(parameterBytes, size);
    offsets.set(name, at);
    parameterBytes = at + size;
    return { at, type };
  });
  const steps = entry.instructions.map((instruction, at): ReadyInstruction => {
    const guard = instruction.guard && {
      at: layout.slot(instruction, { kind: 'name', name: instruction.guard.name }, 'p'),
      negated: instruction.guard.negated,
    };
    const branch = branches.get(at);
    if (branch) return { kind: 'branch', instruction, guard, ...branch };
    if (isEnd(instruction)) return { kind: 'end', instruction, guard };
    if (isBlockBarrier(instruction)) return { kind: 'barrier', instruction, guard };
    return { kind: 'lanes', instruction, guard, run: actionOf(instruction, layout, offsets) };
  });
  return { entry, layout, steps, parameters, parameterBytes, sharedBytes: bytes };
}
