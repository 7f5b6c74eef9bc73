import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** The machine a document was made on. */
export interface HostBlock {
  readonly cpu: string;
  readonly cores: number;
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
    memoryBytes: totalmem(),
    os: `${type()} ${release()}`,
    arch: process.arch,
    node: process.versions.node,
    v8: process.versions.v8,
  };
}
