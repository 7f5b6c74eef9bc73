import { elementBytes } from '../data/element.ts';
import type { Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import { formatBytes } from '../format/format-bytes.ts';
import type { Signature } from '../operation/signature.ts';
import type { DeviceInfo } from './device-info.ts';

function refusal(reason: string): SpmvError {
  return new SpmvError('BACKEND.LIMIT', reason, {
    fix: 'Choose smaller sizes, a precision of fewer bytes, or another device.',
  });
}

/**
 * Why the operands of a product do not fit a device, each or all together, as far as it says, as an error not thrown; undefined where they do. Makes nothing: what a shape declares is
 * judged before memory is taken for it.
 */
export function operandObstacle(
  { buffers }: Pick<Signature, 'buffers'>,
  device: DeviceInfo,
  precision: Precision,
): SpmvError | undefined {
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
