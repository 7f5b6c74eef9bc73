import type { DeviceInfo, Precision, Signature } from '@spmv/core';
import { elementBytes, formatBytes, PRECISIONS } from '@spmv/core';
import type { CaseProblem } from './case.ts';

function refusal(reason: string): CaseProblem {
  const fix = 'Choose smaller sizes, a precision of fewer bytes, or another device.';
  return { status: 'refused', code: 'BACKEND.LIMIT', reason, fix };
}

/** Why the operands of a product do not fit a device, each or all together, as far as it says; undefined where they do. Makes nothing. */
export function roomProblem({ buffers }: Signature, device: DeviceInfo, precision: Precision): CaseProblem | undefined {
  const element = elementBytes(PRECISIONS[precision].host);
  const { maxBufferBytes = Infinity, maxOperandBytes = Infinity } = device.limits;
  const large = buffers.find(({ length }) => length * element > maxBufferBytes);
  if (large)
    return refusal(
      `${large.name} needs ${formatBytes(large.length * element)} in ${precision}; ${device.name} holds ${formatBytes(maxBufferBytes)} in one buffer.`,
    );
  const total = buffers.reduce((sum, { length }) => sum + length * element, 0);
  if (total <= maxOperandBytes) return undefined;
  const each = buffers.map(({ name, length }) => `${name} ${formatBytes(length * element)}`).join(', ');
  return refusal(
    `The operands need ${formatBytes(total)} in ${precision} (${each}); ${device.name} holds ${formatBytes(maxOperandBytes)} of them here.`,
  );
}
