import type { Gpu, GpuAdapter, GpuHost } from '@spmv/backend-webgpu';
import type { SubgroupMatrix } from '@spmv/core';

/** What one GPU of several makers lists. */
const LISTED: readonly SubgroupMatrix[] = [
  { component: 'f16', result: 'f16', m: 16, n: 16, k: 16 },
  { component: 'f16', result: 'f32', m: 16, n: 8, k: 16 },
  { component: 'f16', result: 'f32', m: 16, n: 16, k: 16 },
  { component: 'i8', result: 'i32', m: 16, n: 16, k: 32 },
];

/**
 * Dawn's adapter that computes nothing: it has every feature, so that its compiler reads texts for devices that are not here. It lists no
 * subgroup matrices and so makes no pipeline with one: there a pipeline stands for the text having been understood.
 */
export const nullAdapter: GpuHost = {
  title: "Dawn's compiler",
  async acquire() {
    const dawn = (await import('webgpu')) as unknown as { create(options: readonly string[]): Gpu };
    const gpu = dawn.create(['backend=null', 'enable-dawn-features=allow_unsafe_apis']);
    const found = await gpu.requestAdapter();
    if (!found) throw new Error('Dawn has no null adapter.');
    const adapter: GpuAdapter = {
      info: {
        vendor: 'nobody',
        architecture: '',
        device: 'null',
        description: '',
        subgroupMinSize: 32,
        subgroupMaxSize: 32,
        subgroupMatrixConfigs: LISTED.map(({ component, result, m, n, k }) => ({
          componentType: component,
          resultComponentType: result,
          M: m,
          N: n,
          K: k,
        })),
      },
      features: found.features,
      limits: found.limits,
      async requestDevice(wanted) {
        const device = await found.requestDevice(wanted);
        const make = device.createComputePipelineAsync.bind(device);
        return Object.assign(device, {
          createComputePipelineAsync: async (pipeline: Parameters<typeof make>[0]) =>
            make(pipeline).catch((error: unknown) => {
              if (/subgroup matrix configuration|SubgroupMatrix/iu.test(String(error))) return {};
              throw error;
            }),
        });
      },
    };
    return { gpu, adapter, release() {} };
  },
};
