import type { BufferName, GpuSource, ScratchBytes } from './gpu-source.ts';

/**
 * A program in WGSL, one dispatch after another. Parameters become pipeline-overridable constants, so the text stays one per
 * kernel and precision. Every entry point finds `alpha` and `beta` in a uniform `{ alpha: f32, beta: f32, … }` at group 0
 * binding 0 (df64: high and low words `alpha, beta, alphaLow, betaLow`), and its buffers at bindings 1, 2, … in the order listed.
 */
export interface WgslProgram {
  readonly source: GpuSource;
  readonly dispatches: readonly WgslDispatch[];
  readonly scratch?: ScratchBytes;
  /** WGSL extensions to enable, for example `subgroups`. The kernel's `requires` names the same capability. */
  readonly enable?: readonly string[];
}

export interface WgslDispatch {
  readonly entryPoint: string;
  readonly bindings: readonly WgslBinding[];
  /** Pipeline-overridable constants by name. */
  readonly constants: Readonly<Record<string, number>>;
  /** Workgroups needed; the backend folds more than 65,535 into two dimensions, so index by x + y·num_workgroups.x. */
  readonly groups: number;
}

export interface WgslBinding {
  readonly buffer: BufferName;
  readonly access: 'read' | 'read_write';
}
