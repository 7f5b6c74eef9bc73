import { cuda } from '@spmv/backend-cuda';
import { threads } from '@spmv/backend-threads';
import { webgpu } from '@spmv/backend-webgpu';
import { plugin } from '../src/index.ts';
import { TEST_MATRICES } from './matrices.ts';
import { registerOnDevices } from '../../../tools/runner.ts';

await registerOnDevices(plugin, [threads, cuda, webgpu], {
  params: { blockSize: [256], items: [2, 8], capacity: [1024, 4096] },
  matrices: TEST_MATRICES,
});
