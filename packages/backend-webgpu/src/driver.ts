import type { DeviceInfo, Precision, SubgroupMatrix } from '@spmv/core';
import { numbersOf, precisionsIn } from '@spmv/core';
import type { DeviceSession } from './device/device-session.ts';
import { borrowSession, openSession, SUBGROUP_MATRIX } from './device/device-session.ts';
import type { DoubleFloatReport } from './device/double-float-test.ts';
import { testDoubleFloat } from './device/double-float-test.ts';
import { subgroupsInOrder } from './device/subgroup-test.ts';
import type { GpuDevice } from './gpu/gpu-types.ts';
import type { CallersGpu, GpuHost } from './host/gpu-host.ts';
import type { WebGpuOptions } from './host/options.ts';
import { createSmallReads } from './memory/small-reads.ts';
import { createBatch } from './run/batch.ts';
import { createClock } from './run/clock.ts';
import { createCompiler } from './run/compile.ts';
import { compiledSteps } from './run/compiled-steps.ts';
import { createGpuArray } from './run/gpu-array.ts';
import type { GpuVector, DeviceContext } from './run/gpu-vector.ts';
import { createGpuVector } from './run/gpu-vector.ts';
import { CONTEXT } from './callers/context.ts';
import type { WebGpuDriver } from './callers/context.ts';
import { createScaling } from './run/scaling.ts';
import { createSequence } from './run/sequence.ts';
import { prepareWgslOperator, prepareWgslStripes } from './run/wgsl-operator.ts';

/** Where a device came from that the caller gave. */
const CALLERS = "the caller's GPUDevice";

/** What subgroups can multiply, as the adapter lists it; nothing unless all subgroups have the same size. */
function subgroupMatrices({ features, info }: DeviceSession): readonly SubgroupMatrix[] {
  if (!features.has(SUBGROUP_MATRIX) || info.subgroupMinSize !== info.subgroupMaxSize) return [];
  return [...(info.subgroupMatrixConfigs ?? [])].map(({ componentType, resultComponentType, M, N, K }) => ({
    component: componentType,
    result: resultComponentType,
    m: M,
    n: N,
    k: K,
  }));
}

function describeDevice(
  session: DeviceSession,
  doubleFloat: DoubleFloatReport,
  subgroups: boolean,
  precisions: readonly Precision[],
  title: string,
): DeviceInfo {
  const { limits, features, info } = session;
  const matrices = subgroupMatrices(session);
  return {
    name: session.name,
    kind: session.software ? 'software' : 'gpu',
    precisions,
    capabilities: [
      'flushes-subnormals',
      ...(subgroups ? ['subgroups'] : []),
      ...(matrices.length > 0 ? ['subgroup-matrix'] : []),
      ...(features.has('timestamp-query') ? ['timestamps'] : []),
      ...(features.has('shader-f16') ? ['f16'] : []),
    ],
    ...(matrices.length > 0 ? { subgroupMatrices: matrices } : {}),
    limits: {
      ...(subgroups || matrices.length > 0 ? { subgroupSize: info.subgroupMinSize ?? 4 } : {}),
      maxBufferBytes: limits.maxBufferSize,
      maxBindingBytes: limits.maxStorageBufferBindingSize,
      maxStripeBytes: limits.maxStorageBufferBindingSize,
      maxBindings: limits.maxStorageBuffersPerShaderStage,
      maxWorkgroupThreads: Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX),
      workgroupBytes: limits.maxComputeWorkgroupStorageSize,
      maxGroupsPerDimension: limits.maxComputeWorkgroupsPerDimension,
    },
    details: {
      through: title,
      driver: info.description,
      architecture: info.architecture,
      doubleFloat: doubleFloat.form
        ? `${doubleFloat.form.product} products, ${doubleFloat.form.sums} sums`
        : 'self-test failed',
      doubleFloatBits: doubleFloat.bits,
    },
  };
}

/** Opens a device, tests what it may be trusted with, and hands out the driver behind backend `webgpu`. */
export async function openWebGpuDriver(from: GpuHost | CallersGpu, options: WebGpuOptions): Promise<WebGpuDriver> {
  const session =
    'device' in from
      ? borrowSession(from.device as GpuDevice, options)
      : await openSession(await from.acquire(options), options);
  try {
    const reads = await createSmallReads(session);
    const batch = await createBatch(session, reads);
    const compiler = createCompiler(session);
    const testing = { session, compiler, scalars: batch.scalars };
    const doubleFloat = await testDoubleFloat(testing);
    const subgroups = session.features.has('subgroups') && (await subgroupsInOrder(testing));
    const [single, pair] = [new Float64Array(1), new Float64Array(2)];
    const { form } = doubleFloat;
    const found = [...(session.features.has('shader-f16') ? ['f16'] : []), ...(form ? ['double-float'] : [])];
    const precisions = precisionsIn('wgsl', found);
    const scaling = await createScaling(session, compiler, form, precisions);
    const clock = createClock(session);
    const deviceContext: DeviceContext = { session, batch, reads, clock, compiler, scaling, form };
    return {
      [CONTEXT]: deviceContext,
      device: describeDevice(session, doubleFloat, subgroups, precisions, 'device' in from ? CALLERS : from.title),
      prepare: async (request) => prepareWgslOperator(deviceContext, request),
      // Of a software adapter compilers would take one another's cores.
      ...(session.software ? {} : { compile: async (request) => void (await compiledSteps(deviceContext, request)) }),
      prepareStripes: async (striped) => prepareWgslStripes(deviceContext, striped),
      createVector: (length, precision, gaps) => createGpuVector(deviceContext, length, precision, gaps),
      createArray: (what, element, length) => createGpuArray(deviceContext, what, element, length),
      scale(y, beta, imaginary) {
        const { scaleSteps, scaleGroups, precision } = y as GpuVector;
        const factor = numbersOf(precision, 1) === 2 ? pair : single;
        factor[0] = beta;
        // Beyond the end of a single one nothing is written.
        factor[1] = imaginary ?? 0;
        batch.add(scaleSteps, scaleGroups, factor);
      },
      sequence: (steps) => createSequence(batch, steps),
      async finish() {
        batch.flush();
        await session.device.queue.onSubmittedWorkDone().catch(session.health.blame);
        session.health.check();
      },
      async dispose() {
        // Of a device that is lost nothing can be submitted any more; it is let go of all the same.
        try {
          batch.flush();
        } finally {
          batch.dispose();
          scaling.noGaps.buffer.destroy();
          await clock.dispose();
          reads.dispose();
          session.close();
        }
      },
    };
  } catch (cause) {
    session.close();
    throw cause;
  }
}
