import { cooFromEntries, createWorkload, operandObstacle, spmv } from '@spmv/core';
import type { DeviceInfo } from '@spmv/core';
import { expect, it } from 'vitest';

const coo = cooFromEntries({ rows: 1000, cols: 500 }, { rowIndex: [0], colIndex: [1], values: [2] });
const { signature } = createWorkload(spmv, coo);

function device(limits: DeviceInfo['limits']): DeviceInfo {
  return { name: 'A device', kind: 'gpu', precisions: ['f64', 'f32'], capabilities: [], limits };
}

it('operands that do not fit a device are refused with the numbers, one by one and together', () => {
  expect(operandObstacle(signature, device({}), 'f64')).toBeUndefined();
  expect(operandObstacle(signature, device({ maxBufferBytes: 8000 }), 'f64')).toBeUndefined();
  expect(operandObstacle(signature, device({ maxBufferBytes: 7999 }), 'f64')).toMatchObject({
    code: 'BACKEND.LIMIT',
    message: 'y needs 8.00 kB in f64; A device holds 8.00 kB in one buffer.',
  });
  expect(operandObstacle(signature, device({ maxBufferBytes: 7999 }), 'f32')).toBeUndefined();
  expect(operandObstacle(signature, device({ maxOperandBytes: 12_000 }), 'f64')).toBeUndefined();
  expect(operandObstacle(signature, device({ maxOperandBytes: 9000 }), 'f64')?.message).toBe(
    'The operands need 12.0 kB in f64 (x 4.00 kB, y 8.00 kB); A device holds 9.00 kB of them here.',
  );
});
