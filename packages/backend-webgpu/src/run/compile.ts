import type { GpuSource, Precision } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { DoubleFloatForm } from '../arithmetic/arithmetic.ts';
import { arithmeticExtensions, arithmeticSources } from '../arithmetic/arithmetic.ts';
import type { DeviceSession } from '../device/device-session.ts';
import type { GpuBindGroupLayout, GpuComputePipeline, GpuShaderModule } from '../gpu/gpu-types.ts';
import { COMPUTE_STAGE } from '../gpu/usage.ts';
import { createSourceLoader } from './load-source.ts';

/** One entry point to compile. */
export interface PipelineRequest {
  /** For messages: the kernel's id. */
  readonly kernel: string;
  readonly source: GpuSource | readonly GpuSource[];
  readonly extensions: readonly string[];
  /** The precision whose arithmetic goes before the text; absent: none does. */
  readonly arithmetic?: { readonly precision: Precision; readonly form: DoubleFloatForm | undefined };
  /** Host scalars of the operation by name, in order. */
  readonly scalars?: readonly string[];
  readonly entryPoint: string;
  readonly constants: Readonly<Record<string, number>>;
  /** Access of bindings 1, 2, … */
  readonly access: readonly ('read' | 'read_write')[];
  /** Whether a uniform with numbers follows them. */
  readonly numbers?: boolean;
}

export interface Pipeline {
  readonly pipeline: GpuComputePipeline;
  readonly layout: GpuBindGroupLayout;
}

/** Most pipelines that are kept for the next operator: those of single matrices would be ever more. */
const MOST_PIPELINES = 256;

/** Compiles entry points, each once. */
export interface Compiler {
  /** Errors: `KERNEL.LOAD_FAILED`, `KERNEL.COMPILE_FAILED` with the compiler's words and lines. */
  pipeline(request: PipelineRequest): Promise<Pipeline>;
}

/** Extensions, and the rule by which calls of theirs have to be uniform. */
const UNIFORMITY = [
  ['subgroups', 'subgroup_uniformity'],
  ['chromium_experimental_subgroup_matrix', 'chromium.subgroup_matrix_uniformity'],
] as const;

/** WGSL calls the device feature `shader-f16` just `f16`. */
function directives(extensions: readonly string[]): string {
  const unique = [...new Set(extensions)];
  const enables = unique.map((name) => `enable ${name};\n`).join('');
  // A row's lanes are in one subgroup and take part together, and so do those of a subgroup's matrix; the analysis cannot see that.
  const rules = UNIFORMITY.filter(([extension]) => unique.includes(extension));
  return enables + rules.map(([, rule]) => `diagnostic(off, ${rule});\n`).join('');
}

function compileError(request: PipelineRequest, text: string, words: string): SpmvError {
  return new SpmvError(
    'KERNEL.COMPILE_FAILED',
    `Kernel '${request.kernel}', entry point '${request.entryPoint}': ${words}`,
    {
      fix: "Correct the kernel's WGSL; details.source holds the whole text that was compiled.",
      details: { kernel: request.kernel, entryPoint: request.entryPoint, constants: request.constants, source: text },
    },
  );
}

async function checkModule(module: GpuShaderModule, request: PipelineRequest, text: string): Promise<void> {
  const { messages } = await module.getCompilationInfo();
  const errors = messages.filter(({ type }) => type === 'error');
  if (errors.length === 0) return;
  const lines = text.split('\n');
  const words = errors.map(
    ({ lineNum, linePos, message }) =>
      `line ${lineNum}:${linePos}: ${message} in «${(lines[lineNum - 1] ?? '').trim()}»`,
  );
  throw compileError(request, text, words.join('; '));
}

/** Binding 0 is the uniform with the scalars. */
function layoutOf(session: DeviceSession, { access, numbers }: PipelineRequest): GpuBindGroupLayout {
  return session.device.createBindGroupLayout({
    entries: [
      { binding: 0, visibility: COMPUTE_STAGE, buffer: { type: 'uniform' } },
      ...access.map((kind, k) => ({
        binding: k + 1,
        visibility: COMPUTE_STAGE,
        buffer: { type: kind === 'read' ? ('read-only-storage' as const) : ('storage' as const) },
      })),
      ...(numbers === true
        ? [{ binding: access.length + 1, visibility: COMPUTE_STAGE, buffer: { type: 'uniform' as const } }]
        : []),
    ],
  });
}

/** A compiler for one device. */
export function createCompiler(session: DeviceSession): Compiler {
  const loader = createSourceLoader();
  const modules = new Map<string, GpuShaderModule>();
  const pipelines = new Map<string, Promise<Pipeline>>();

  async function compile(request: PipelineRequest, text: string): Promise<Pipeline> {
    session.health.check();
    const { device } = session;
    // Errors are asked for below; without a scope they would also be reported as nobody's.
    device.pushErrorScope('validation');
    let module = modules.get(text);
    if (!module) {
      module = device.createShaderModule({ label: request.kernel, code: text });
      modules.set(text, module);
    }
    const layout = layoutOf(session, request);
    const pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [layout] });
    const scope = device.popErrorScope();
    await checkModule(module, request, text);
    try {
      const pipeline = await device.createComputePipelineAsync({
        label: `${request.kernel} ${request.entryPoint}`,
        layout: pipelineLayout,
        compute: { module, entryPoint: request.entryPoint, constants: request.constants },
      });
      const error = await scope;
      if (error) throw new Error(error.message);
      return { pipeline, layout };
    } catch (cause) {
      return session.health.blame(compileError(request, text, cause instanceof Error ? cause.message : String(cause)));
    }
  }

  return {
    async pipeline(request) {
      const { arithmetic } = request;
      const before = arithmetic ? arithmeticSources(arithmetic.precision, arithmetic.form, request.scalars ?? []) : [];
      const extensions = [...(arithmetic ? arithmeticExtensions(arithmetic.precision) : []), ...request.extensions];
      const own = Array.isArray(request.source)
        ? (request.source as readonly GpuSource[])
        : [request.source as GpuSource];
      const text = directives(extensions) + (await loader.load([...before, ...own], request.kernel));
      const { entryPoint, constants, access, numbers } = request;
      const key = `${JSON.stringify([entryPoint, constants, access, numbers])}${text}`;
      const known = pipelines.get(key);
      if (known) {
        // Last used, last let go.
        pipelines.delete(key);
        pipelines.set(key, known);
        return known;
      }
      const made = compile(request, text);
      pipelines.set(key, made);
      const [oldest] = pipelines.keys();
      if (pipelines.size > MOST_PIPELINES && oldest !== undefined) pipelines.delete(oldest);
      made.catch(() => pipelines.delete(key));
      return made;
    },
  };
}
