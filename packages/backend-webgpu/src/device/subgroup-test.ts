import { BUFFER_USAGE } from '../gpu/usage.ts';
import { createBuffer } from '../memory/buffers.ts';
import { downloadWords } from '../memory/transfer.ts';
import type { TestBench } from './run-once.ts';
import { runOnce } from './run-once.ts';

const THREADS = 64;

/** Whether shuffles may be used to add up neighbouring threads: WGSL promises no order of threads in subgroups, devices keep one. */
export async function subgroupsInOrder(bench: TestBench): Promise<boolean> {
  const seen = await createBuffer(
    bench.session,
    'the subgroup test',
    THREADS * 4,
    BUFFER_USAGE.storage | BUFFER_USAGE.copySource,
  );
  try {
    await runOnce(
      bench,
      {
        kernel: 'subgroup test',
        source: { kind: 'url', url: new URL('../../src/device/subgroup-test.wgsl', import.meta.url).href },
        extensions: ['subgroups'],
        entryPoint: 'order',
        constants: {},
        access: ['read_write'],
      },
      [seen],
      1,
    );
    return (await downloadWords(bench.session, seen, THREADS)).every((word) => word === 1);
  } catch {
    // A compiler that refuses the test would refuse the kernels: they are then not offered.
    return false;
  } finally {
    seen.destroy();
  }
}
