import { cuda } from '@spmv/backend-cuda';
import { threads } from '@spmv/backend-threads';
import { webgpu } from '@spmv/backend-webgpu';
import { plugin } from '../src/index.ts';
import { registerOnDevices } from '../../../tools/runner.ts';

await registerOnDevices(plugin, [threads, cuda, webgpu], {
  params: { fraction: [0.5, 2 / 3], order: ['column', 'row'], alignment: [32], blockSize: [128, 256], limit: [0, 32] },
  threadParams: { fraction: [0.5], order: ['column'], alignment: [32] },
});
