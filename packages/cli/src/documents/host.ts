import { availableParallelism, cpus, loadavg, release, type } from 'node:os';
import { memoryLimit } from '../host/memory-limit.ts';
import type { MachineLoad } from './busy.ts';

/** The machine a document was made on. */
export interface HostBlock {
  readonly cpu: string;
  readonly cores: number;
  /** What this process may have of it: less than the machine's in a container or under `ulimit -v`. */
  readonly memoryBytes: number;
  /** Over the minute before the work began. */
  readonly loadAverage: number;
  readonly os: string;
  readonly arch: string;
  readonly node: string;
  readonly v8: string;
}

export function machineLoad(): MachineLoad {
  return { load: loadavg()[0] ?? 0, cores: availableParallelism() };
}

/** `load`: when what it is told with began. */
export function hostBlock({ load }: MachineLoad = machineLoad()): HostBlock {
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
