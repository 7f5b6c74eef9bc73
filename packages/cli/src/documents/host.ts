import { availableParallelism, cpus, release, type } from 'node:os';
import { memoryLimit } from '../host/memory-limit.ts';

/** The machine a document was made on. */
export interface HostBlock {
  readonly cpu: string;
  readonly cores: number;
  /** What this process may have of it: less than the machine's in a container or under `ulimit -v`. */
  readonly memoryBytes: number;
  readonly os: string;
  readonly arch: string;
  readonly node: string;
  readonly v8: string;
}

export function hostBlock(): HostBlock {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: memoryLimit().bytes,
    os: `${type()} ${release()}`,
    arch: process.arch,
    node: process.versions.node,
    v8: process.versions.v8,
  };
}
