import { cpus } from 'node:os';
import { formatBytes } from '@spmv/core';
import { isSupportedNode, SUPPORTED_NODES } from '@spmv/core/node-version';
import type { MachineLoad } from '@spmv/engine';
import { loadWords } from '@spmv/engine';
import { counted } from '@spmv/engine/basics';
import type { MemoryLimit } from '../host/memory-limit.ts';
import { memoryLimit } from '../host/memory-limit.ts';
import { machineLoad } from './host.ts';

/** One line of `spmv doctor`. */
export interface DoctorRow {
  readonly area: 'machine' | 'runtime' | 'plugins' | 'backend' | 'agreement';
  readonly what: string;
  readonly status: 'ok' | 'note' | 'problem';
  readonly detail: string;
  readonly fix: string | null;
}

/** The smallest module with a relaxed SIMD instruction: accepted only where the engine has them. */
const RELAXED_SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15,
  253, 128, 2, 11,
];
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

/** The part of the global `WebAssembly` that is used. */
interface Engine {
  validate(bytes: Uint8Array): boolean;
}

function accepts(bytes: readonly number[]): boolean {
  const engine = (globalThis as { readonly WebAssembly?: Engine }).WebAssembly;
  return engine?.validate(Uint8Array.from(bytes)) ?? false;
}

function row(
  area: DoctorRow['area'],
  what: string,
  good: boolean,
  detail: string,
  fix: string | null = null,
): DoctorRow {
  return { area, what, status: good ? 'ok' : 'note', detail, fix: good ? null : fix };
}

/** `16.0 GB, 9.00 GB free`, and what limits it to that where the machine has more. */
function memoryRow({ bytes, free, setBy }: MemoryLimit): DoctorRow {
  const limit = {
    machine: '',
    cgroup: ', the limit of the container or service this runs in',
    'ulimit -v': ', the limit of ulimit -v',
  }[setBy];
  return row(
    'machine',
    'memory',
    free > 2 ** 30,
    `${formatBytes(bytes)}${limit}, ${formatBytes(free)} free`,
    setBy === 'machine'
      ? 'Close other programs before measuring.'
      : 'Raise that limit before measuring large matrices.',
  );
}

/** What the machine and the JavaScript engine offer. */
export function machineChecks(
  memory: MemoryLimit = memoryLimit(),
  machine: MachineLoad = machineLoad(),
): readonly DoctorRow[] {
  const { load, cores } = machine;
  return [
    row('machine', 'cpu', true, `${cpus()[0]?.model.trim() ?? 'unknown'}, ${counted(cores, 'thread', 'threads')}`),
    memoryRow(memory),
    row(
      'machine',
      'load',
      loadWords(machine) === undefined,
      `${(load ?? 0).toFixed(2)} over the last minute`,
      'Other programs are running, so times will vary.',
    ),
    row(
      'runtime',
      'node',
      isSupportedNode(process.versions.node),
      `${process.versions.node}, V8 ${process.versions.v8}, ${process.platform} ${process.arch}`,
      `spmv runs on Node ${SUPPORTED_NODES}. Install one of these.`,
    ),
    row(
      'runtime',
      'SharedArrayBuffer',
      typeof SharedArrayBuffer === 'function',
      typeof SharedArrayBuffer === 'function' ? 'yes' : 'no',
      'Threads need it.',
    ),
    row(
      'runtime',
      'WASM SIMD',
      accepts(SIMD),
      accepts(SIMD) ? 'yes' : 'no',
      'WebAssembly kernels need it. Update Node.',
    ),
    row(
      'runtime',
      'WASM relaxed SIMD',
      accepts(RELAXED_SIMD),
      accepts(RELAXED_SIMD) ? 'yes' : 'no',
      'Node 24 has it. Kernels run without it, too.',
    ),
  ];
}
