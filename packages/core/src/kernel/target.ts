import type { CudaProgram } from './programs/cuda-program.ts';
import type { JsProgram } from './programs/js-program.ts';
import type { NativeProgram } from './programs/native-program.ts';
import type { WasmProgram } from './programs/wasm-program.ts';
import type { WgslProgram } from './programs/wgsl-program.ts';

/**
 * Target languages and the shape of a program in each. All are plain data: naming WGSL here needs no GPU type.
 * A backend for another language opens this interface: `declare module '@spmv/core' { interface TargetPrograms { … } }`.
 */
export interface TargetPrograms {
  readonly js: JsProgram;
  readonly wasm: WasmProgram;
  readonly native: NativeProgram;
  readonly wgsl: WgslProgram;
  readonly cuda: CudaProgram;
}

/** Name of a target: `js`, `wasm`, `native`, `wgsl`, `cuda`. */
export type TargetId = keyof TargetPrograms & string;
