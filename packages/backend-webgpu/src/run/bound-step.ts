import type { BufferName, DriverVector } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { GpuBindGroupLayout, GpuBuffer, GpuBufferBinding } from '../gpu/gpu-types.ts';
import type { GpuVector } from './gpu-vector.ts';
import type { ReadyDispatch } from './step.ts';

/** A dispatch with everything fixed but the operands. */
export interface BoundStep extends ReadyDispatch {
  readonly layout: GpuBindGroupLayout;
  readonly bindings: readonly {
    readonly binding: number;
    readonly name: BufferName;
    /** Place among the operands in memory; −1 for what stays with the operator. */
    readonly operand: number;
    readonly written: boolean;
    readonly offset: number;
    readonly size: number | undefined;
  }[];
  /** The uniform after them. */
  readonly numbers: GpuBufferBinding | undefined;
}

/** WebGPU forbids a dispatch to write a buffer through one binding and to use it through another, whatever parts they are. Errors: `OPERAND.ALIASED`. */
export function checkApart(bindings: BoundStep['bindings'], operands: readonly DriverVector[]): void {
  const bufferOf = (operand: number): GpuBuffer | undefined => (operands[operand] as GpuVector | undefined)?.buffer;
  for (const one of bindings) {
    if (!one.written || one.operand < 0) continue;
    const other = bindings.find(
      ({ operand }) => operand >= 0 && operand !== one.operand && bufferOf(operand) === bufferOf(one.operand),
    );
    if (other === undefined) continue;
    throw new SpmvError(
      'OPERAND.ALIASED',
      `${one.name} is written, and ${other.name} lies in the same GPUBuffer, which WebGPU forbids.`,
      {
        fix: `Put ${one.name} into a GPUBuffer of its own.`,
        details: { operands: [one.name, other.name] },
      },
    );
  }
}
