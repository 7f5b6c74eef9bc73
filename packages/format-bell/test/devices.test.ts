import { cuda } from '@spmv/backend-cuda';
import { threads } from '@spmv/backend-threads';
import { webgpu } from '@spmv/backend-webgpu';
import { plugin } from '../src/index.ts';
import { registerOnDevices } from '../../../tools/runner.ts';

await registerOnDevices(plugin, [threads, cuda, webgpu], {
  params: { blockRows: [2, 3], blockCols: [2, 4], order: ['column', 'row'], alignment: [1], blockSize: [128, 256] },
  threadParams: { blockRows: [3], blockCols: [2], order: ['row'], alignment: [1] },
});
