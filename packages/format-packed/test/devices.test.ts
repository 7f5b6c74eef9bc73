import { cuda } from '@spmv/backend-cuda';
import { webgpu } from '@spmv/backend-webgpu';
import { plugin } from '../src/index.ts';
import { registerOnDevices } from '../../../tools/runner.ts';

await registerOnDevices(plugin, [cuda, webgpu], {
  params: {
    steps: [2, 4],
    window: [32],
    blockSize: [64, 128],
    inFlight: ['8'],
    flight: [8, 16],
    sizes: ['uniform'],
  },
});
