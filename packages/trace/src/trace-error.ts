import type { ErrorCode } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Where in the PTX something went wrong. */
export interface PtxPlace {
  /** Line of the text that was given, from 1. */
  readonly line: number;
  /** The instruction as it stands there. */
  readonly text: string;
}

function traceError(
  code: ErrorCode,
  message: string,
  fix: string,
  details: Readonly<Record<string, unknown>>,
): SpmvError {
  return new SpmvError(code, message, { fix, details });
}

/** `TRACE.SYNTAX`: the text is not PTX as compilers write it. */
export function syntaxError(line: number, what: string): SpmvError {
  return traceError('TRACE.SYNTAX', `PTX, line ${line}: ${what}.`, 'Give the text that nvcc -ptx wrote, unchanged.', {
    line,
  });
}

/** `TRACE.UNSUPPORTED`: an instruction, operand or register that is not interpreted. */
export function unsupported({ line, text }: PtxPlace, what: string): SpmvError {
  return traceError(
    'TRACE.UNSUPPORTED',
    `PTX, line ${line}: ${what} is not interpreted: ${text}`,
    'Trace another kernel, or add the instruction to packages/trace/src/machine.',
    { line, instruction: text },
  );
}

/** `TRACE.BAD_ADDRESS`: an access that a device would answer with a fault, or that the contract forbids. */
export function badAddress(
  { line, text }: PtxPlace,
  lane: number,
  address: number,
  what: string,
  buffer: string | undefined,
): SpmvError {
  return traceError(
    'TRACE.BAD_ADDRESS',
    `Lane ${lane} accesses address 0x${address.toString(16)}, which ${what}: PTX line ${line}, ${text}`,
    "Correct the kernel's indexing, or the arguments that its program names.",
    { lane, address, line, instruction: text, ...(buffer === undefined ? {} : { buffer }) },
  );
}

/** `TRACE.DIVERGED`: lanes that an instruction needs together are elsewhere. */
export function divergedError({ line, text }: PtxPlace, what: string): SpmvError {
  return traceError(
    'TRACE.DIVERGED',
    `PTX, line ${line}: ${what}: ${text}`,
    'Let all lanes that the instruction names reach it together.',
    { line, instruction: text },
  );
}

/** `TRACE.STEP_LIMIT`: the launch takes more instructions of warps than were allowed. */
export function stepLimit(limit: number): SpmvError {
  return traceError(
    'TRACE.STEP_LIMIT',
    `The launch is not done after ${limit} instructions of warps.`,
    'Trace a smaller matrix, raise `maxSteps`, or look for a wait that nothing ends.',
    { limit },
  );
}
