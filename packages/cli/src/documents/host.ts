import { availableParallelism, cpus, loadavg, release, type } from 'node:os';
import type { HostBlock, MachineLoad } from '@spmv/engine';
import { memoryLimit } from '../host/memory-limit.ts';

/** The load of this machine now. */
export function machineLoad(): MachineLoad & { readonly load: number } {
  return { load: loadavg()[0] ?? 0, cores: availableParallelism() };
}

/** The machine, and the Node that runs on it. */
export type NodeHost = HostBlock & Required<Pick<HostBlock, 'node' | 'v8'>>;

/** `load`: when what it is told with began. */
export function hostBlock({ load }: MachineLoad = machineLoad()): NodeHost {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: memoryLimit().bytes,
    loadAverage: load,
    os: `${type()} ${release()}`,
    arch: process.arch,
    node: process.versions.node,
    v8: process.versions.v8,
  };
}
