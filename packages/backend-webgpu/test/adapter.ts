import { webgpu } from '../src/index.ts';
import { lack } from '../../../tools/machine.ts';

const found = await webgpu.probe();

/** Why there is no adapter, or undefined. */
export const unavailable: string | undefined =
  lack('vulkan') ?? (found.available ? undefined : `Backend 'webgpu' is unavailable: ${found.reason}`);
