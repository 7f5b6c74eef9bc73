import type { Exhibit } from '../study.ts';
import type { StudyRun } from '../study-run.ts';

type Details = Readonly<Record<string, string | number>>;

/** Figure 3.1 as printed, and the fact of a device that says the same here. */
const ROWS: readonly (readonly [
  label: string,
  printed: string,
  here: (details: Details) => string | number | undefined,
])[] = [
  ['Major revision number', '7', ({ computeCapability }) => String(computeCapability ?? '').split('.')[0]],
  ['Minor revision number', '5', ({ computeCapability }) => String(computeCapability ?? '').split('.')[1]],
  ['Total global memory', '2950758400', ({ memoryBytes }) => memoryBytes],
  ['Total shared memory per block', '49152', ({ sharedBytesPerBlock }) => sharedBytesPerBlock],
  ['Total registers per block', '65536', ({ registersPerBlock }) => registersPerBlock],
  ['Warp size', '32', ({ warpSize }) => warpSize],
  ['Maximum memory pitch', '2147483647', ({ maxPitchBytes }) => maxPitchBytes],
  ['Maximum threads per block', '1024', ({ maxThreadsPerBlock }) => maxThreadsPerBlock],
  ['Maximum dimension 0 of block', '1024', ({ maxBlockX }) => maxBlockX],
  ['Maximum dimension 1 of block', '1024', ({ maxBlockY }) => maxBlockY],
  ['Maximum dimension 2 of block', '64', ({ maxBlockZ }) => maxBlockZ],
  ['Maximum dimension 0 of grid', '2147483647', ({ maxGridX }) => maxGridX],
  ['Maximum dimension 1 of grid', '65535', ({ maxGridY }) => maxGridY],
  ['Maximum dimension 2 of grid', '65535', ({ maxGridZ }) => maxGridZ],
  ['Clock rate', '1590000', ({ clockKHz }) => clockKHz],
  ['Total constant memory', '65536', ({ constantBytes }) => constantBytes],
  ['Texture alignment', '512', ({ textureAlignment }) => textureAlignment],
  ['Concurrent copy and execution', 'Yes', ({ copiesBesideKernels }) => copiesBesideKernels],
  ['Number of multiprocessors', '40', ({ multiprocessors }) => multiprocessors],
  ['Kernel execution timeout', 'No', ({ kernelTimeout }) => kernelTimeout],
];

function rowsOf({ machine }: StudyRun): readonly (readonly string[])[] {
  const device = machine.devices.find(({ backend }) => backend === 'cuda');
  const unknown = device ? 'the driver does not say' : 'no CUDA device';
  return [
    ['Name', 'Tesla T4', device?.name ?? unknown],
    ...ROWS.map(([label, printed, here]) => [
      label,
      printed,
      String((device?.details && here(device.details)) ?? unknown),
    ]),
  ];
}

/** Figure 3.1. */
export const deviceQuery: Exhibit = {
  id: 'figure-3-1',
  label: 'Figure 3.1',
  title: 'CUDA device information',
  where: '3.1.1',
  paper: 'printed',
  // Any that lacks the device; of no matrix, so that nothing else of it counts.
  legs: ['spmv'],
  matrices: [],
  backends: ['cuda'],
  draw: (run) => [
    {
      kind: 'table',
      title: 'A device query',
      columns: [
        { label: 'what', kind: 'text' },
        { label: 'paper', kind: 'text' },
        { label: 'here', kind: 'text' },
      ],
      rows: rowsOf(run),
      note: 'Here: details of backend cuda, as spmv backends --json lists them. Memory is in bytes, clocks are in kHz. The total memory in print is that of a T4 modulo 2^32; see errata.',
    },
  ],
};
