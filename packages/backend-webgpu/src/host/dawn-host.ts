import { isNotInstalled, isSpmvError, SpmvError } from '@spmv/core';
import type { Gpu, GpuAdapter } from '../gpu/gpu-types.ts';
import { askDawn } from './ask-dawn.ts';
import { adapterCalled, chooseAdapter, isAdapterKind, listAdapters } from './choose-adapter.ts';
import type { GpuHost } from './gpu-host.ts';
import type { WebGpuOptions } from './options.ts';
import { describesDriver, hasGpuFile, missingLoader } from './vulkan-drivers.ts';

/** What the npm package `webgpu` exports, as far as it is used. */
interface Dawn {
  create(options: readonly string[]): Gpu;
}

function unavailable(message: string, fix: string, cause?: unknown): SpmvError {
  return new SpmvError('BACKEND.UNAVAILABLE', message, cause === undefined ? { fix } : { fix, cause });
}

function isInstalled(): boolean {
  try {
    return (
      process
        .getBuiltinModule('node:module')
        .createRequire(import.meta.url)
        .resolve('webgpu') !== ''
    );
  } catch {
    return false;
  }
}

/** Only here, and only when a device is opened: the library is large, and optional. */
async function loadDawn(): Promise<Dawn> {
  try {
    return (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ 'webgpu'
    )) as unknown as Dawn;
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    if (isNotInstalled(cause, 'webgpu'))
      throw unavailable(
        'The npm package webgpu (Dawn for Node) is not installed.',
        'Install it beside this package: npm install webgpu',
        cause,
      );
    throw unavailable(
      `The npm package webgpu (Dawn for Node) does not load here: ${text}`,
      'It has binaries for Linux (glibc 2.34 or later), macOS and Windows on x64 and arm64.',
      cause,
    );
  }
}

function toggles({ robustness, validation, quantiseTimestamps }: WebGpuOptions): readonly string[] {
  // Dawn does not trust f16 on NVIDIA's Vulkan by default; the conformance kit passes there.
  // What is experimental, such as subgroup matrices, it offers only where unsafe interfaces are allowed; none is used that is not asked for.
  const on = [
    'vulkan_enable_f16_on_nvidia',
    'allow_unsafe_apis',
    ...(robustness ? [] : ['disable_robustness', 'disable_workgroup_init']),
    ...(validation ? [] : ['skip_validation']),
  ];
  const off = quantiseTimestamps ? [] : ['timestamp_quantization'];
  return [
    `enable-dawn-features=${on.join(',')}`,
    ...(off.length > 0 ? [`disable-dawn-features=${off.join(',')}`] : []),
  ];
}

const NO_ADAPTER =
  'Install a GPU driver and, on Linux, the Vulkan loader (apt install libvulkan1). Without a GPU a software adapter serves: apt install chromium libvulkan1, and set VK_ICD_FILENAMES=/usr/lib/chromium/vk_swiftshader_icd.json.';

/**
 * Refuses where files tell that Dawn would find no way to a GPU, with the words that it would otherwise write to standard error. A library must not write
 * there, and other threads may be. Whether a driver is known to be there.
 */
async function checkFiles(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const loader = missingLoader();
  if (loader !== undefined) throw unavailable(`Dawn needs the Vulkan loader: ${loader}`, NO_ADAPTER);
  if (await describesDriver(process.env)) return true;
  // To ask takes a process of its own, which takes as long as opening a matrix of a million entries.
  if (!(await hasGpuFile()))
    throw unavailable(
      'Dawn found no GPU it can use through Vulkan (no driver is described, and /dev has no GPU).',
      NO_ADAPTER,
    );
  return false;
}

/** The same, and where files do not tell, by asking. */
async function checkVulkan(options: WebGpuOptions): Promise<void> {
  if (await checkFiles()) return;
  // Nothing where drivers usually are: most likely there is none.
  const answer = await askDawn(toggles(options));
  if (answer === undefined || answer.adapter) return;
  throw unavailable(
    `Dawn found no GPU it can use through Vulkan${answer.words === '' ? '' : ` (${answer.words})`}.`,
    NO_ADAPTER,
  );
}

/** What offers the adapter: an instance for all kinds, or, for a name that none of those has, one made for the name as Dawn knows it. */
async function instanceFor(dawn: Dawn, options: WebGpuOptions): Promise<Gpu> {
  const gpu = dawn.create(toggles(options));
  if (isAdapterKind(options.device) || adapterCalled(options.device, await listAdapters(gpu)) !== undefined) return gpu;
  return dawn.create([...toggles(options), `adapter=${options.device}`]);
}

async function adapterOf(gpu: Gpu, device: string): Promise<GpuAdapter | undefined> {
  if (isAdapterKind(device)) return chooseAdapter(gpu, device);
  return adapterCalled(device, await listAdapters(gpu)) ?? (await gpu.requestAdapter()) ?? undefined;
}

/**
 * A timer that never fires nor keeps the process alive roots what it refers to: Dawn must not lose its instance or adapter to the
 * garbage collector while a device of theirs lives, even when an application drops all it has without disposing of it.
 */
function pin(...objects: readonly unknown[]): () => void {
  const timer = setInterval(() => void objects.length, 2 ** 31 - 1);
  timer.unref();
  return () => clearInterval(timer);
}

/** WebGPU in Node, by Dawn, from the optional peer dependency `webgpu`. */
export const dawnHost: GpuHost = {
  title: 'Dawn in Node',
  check: async () => (isInstalled() ? checkFiles() : loadDawn()),
  async acquire(options) {
    // What is cheap first: loading Dawn takes as long as opening a matrix of a million entries. Where it is not installed, that is what to say.
    if (isInstalled()) await checkVulkan(options);
    const dawn = await loadDawn();
    const gpu = await instanceFor(dawn, options);
    const unpin = pin(gpu);
    try {
      const adapter = await adapterOf(gpu, options.device);
      if (adapter === undefined) {
        throw unavailable(
          options.device === 'software'
            ? 'Dawn found no software adapter.'
            : 'Dawn found no GPU it can use (Vulkan, Metal or Direct3D 12).',
          NO_ADAPTER,
        );
      }
      const unpinAdapter = pin(gpu, adapter);
      unpin();
      return { gpu, adapter, release: unpinAdapter };
    } catch (cause) {
      unpin();
      if (isSpmvError(cause)) throw cause;
      // Dawn lists the adapters there are, one a line.
      const text = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s*\n\s*/gu, ' ');
      throw unavailable(
        `Dawn offers no adapter for '${options.device}': ${text}`,
        'Use high-performance, low-power, software, or the exact name of an adapter listed.',
        cause,
      );
    }
  },
};
