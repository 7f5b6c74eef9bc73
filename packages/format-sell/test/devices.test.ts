import { cuda } from '@spmv/backend-cuda';
import { threads } from '@spmv/backend-threads';
import { webgpu } from '@spmv/backend-webgpu';
import { plugin } from '../src/index.ts';
import { registerOnDevices } from '../../../tools/runner.ts';

await registerOnDevices(plugin, [threads, cuda, webgpu], {
  params: { C: [4, 32], sigma: [1, 256], blockSize: [128, 256], threadsPerRow: [2] },
  threadParams: { C: [8], sigma: [256] },
});
