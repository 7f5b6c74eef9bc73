// The CUDA kernels of an operation with a stored matrix, for compute-sanitizer to watch. Usage: sanitize-stored.ts spmm|fused
import process from 'node:process';
import { gpuRegistry } from './plugins.ts';
import { conclude, openWatched } from './watch.ts';
import { kernelsToWatch, watchStored } from './watch-stored.ts';

const registry = gpuRegistry();
const operation = registry.operation(process.argv[2] ?? '');
const backend = await openWatched(registry);
const kernels = kernelsToWatch(registry, operation, registry.backend('cuda'));
const watched = await watchStored(registry, backend, operation, kernels);
await backend.dispose();
conclude(watched, kernels);
