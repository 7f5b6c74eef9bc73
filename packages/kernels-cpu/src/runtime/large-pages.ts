import type { DriverRequest, NativeProgram } from '@spmv/core';
import type { CpuThread } from './cpu-thread.ts';
import type { ArrayPlacement } from './operator-arrays.ts';

/** What asks for large pages under the arrays of a program: the module of its first native pass, where it has one that does. Errors: those of `CpuThread.native`. */
export async function largePagesOf(
  { program, kernel }: Pick<DriverRequest, 'program' | 'kernel'>,
  thread: Pick<CpuThread, 'native'>,
): Promise<Pick<ArrayPlacement, 'largePages'>> {
  const [pass] = kernel.target === 'native' ? (program as NativeProgram).passes : [];
  const native = pass && (await thread.native(pass.module, kernel.id));
  if (!native?.largePages) return {};
  const ask = native.largePages.bind(native);
  return { largePages: (memory, bytes) => ask(new Uint8Array(memory, 0, 1), bytes) };
}
