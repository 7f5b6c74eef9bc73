import { cuda } from '@spmv/backend-cuda';
import { threads } from '@spmv/backend-threads';
import { webgpu } from '@spmv/backend-webgpu';
import { plugin } from '../src/index.ts';
import { registerOnDevices } from '../../../tools/runner.ts';

await registerOnDevices(plugin, [threads, cuda, webgpu], { params: { blockSize: [128, 256] } });
