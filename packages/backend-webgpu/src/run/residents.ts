import type { BufferName, DriverRequest, NamedArrays, TypedArray, WgslProgram } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { checkSize, createBuffer, paddedBytes } from '../memory/buffers.ts';
import { deviceElementBytes, isValueArray } from '../memory/encode.ts';
import { upload } from '../memory/transfer.ts';
import type { DeviceContext } from './gpu-vector.ts';

/** An array on the device. */
export interface Resident {
  readonly buffer: GpuBuffer;
  /** Of what windows count: of a value, which takes two numbers of the array where it is complex. */
  readonly bytesEach: number;
}

/** Elements of each array that some dispatch binds at a time; `undefined` where one binds all. */
function boundWhole(program: WgslProgram, name: BufferName): boolean {
  return program.dispatches.some(({ bindings }) =>
    bindings.some(({ buffer, window }) => buffer === name && window === undefined),
  );
}

/** Copies the arrays of `kind` to the device, under names such as `A.values`. */
async function uploadArrays(
  deviceContext: DeviceContext,
  request: DriverRequest,
  kind: string,
  arrays: NamedArrays,
  into: Map<string, Resident>,
): Promise<void> {
  const { precision } = request.precision;
  for (const [name, array] of Object.entries<TypedArray>(arrays)) {
    const key: BufferName = `${kind}.${name}`;
    const bytesEach = deviceElementBytes(array, precision);
    const bytes = array.length * bytesEach;
    const what = `Array '${name}' of ${request.matrix.format}`;
    checkSize(deviceContext.session, what, paddedBytes(bytes), boundWhole(request.program as WgslProgram, key));
    const buffer = await createBuffer(
      deviceContext.session,
      what,
      bytes,
      BUFFER_USAGE.storage | BUFFER_USAGE.copyTarget,
    );
    into.set(key, { buffer, bytesEach: isValueArray(array) ? PRECISIONS[precision].storedBytes : bytesEach });
    await upload(deviceContext.session, buffer, array, precision);
  }
}

/** Scratch memory of a program. */
async function makeScratch(
  deviceContext: DeviceContext,
  program: WgslProgram,
  into: Map<string, Resident>,
): Promise<void> {
  for (const [name, bytes] of Object.entries(program.scratch ?? {})) {
    const what = `Scratch memory '${name}'`;
    checkSize(deviceContext.session, what, paddedBytes(bytes), true);
    into.set(`scratch.${name}`, {
      buffer: await createBuffer(deviceContext.session, what, bytes, BUFFER_USAGE.storage),
      bytesEach: 4,
    });
  }
}

/** Puts the matrix, what analysis made of it, and scratch memory on the device. What was made before an error is in `into`, too. */
export async function makeResidents(
  deviceContext: DeviceContext,
  request: DriverRequest,
  into: Map<string, Resident>,
): Promise<void> {
  if (request.signature.matrix !== undefined)
    await uploadArrays(deviceContext, request, request.signature.matrix, request.matrix.arrays, into);
  await uploadArrays(deviceContext, request, 'auxiliary', request.auxiliary, into);
  await makeScratch(deviceContext, request.program as WgslProgram, into);
}
