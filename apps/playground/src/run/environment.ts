import type { Gpu } from '@spmv/backend-webgpu';
import { registerServiceWorker } from '../offline/register.ts';

/** Why a backend cannot run here, and what to do. */
interface Lack {
  readonly reason: string;
  readonly fix: string;
  /** To load the page anew is enough. */
  readonly reload?: true;
}

/** A backend as a page knows it before anything was asked of it. */
export interface BackendNote {
  readonly id: string;
  readonly title: string;
  /** What is to be known of what it measures here. */
  readonly remark?: string;
  /** Absent where nothing is against it. */
  readonly missing?: Lack;
}

/** What of a browser decides which backends there are. */
export interface Surroundings {
  readonly isolated: boolean;
  /** Whether a worker of this site is there, or comes, which isolates it from a later load on. */
  readonly kept: boolean;
  readonly secure: boolean;
  /** Processors that the browser tells of. */
  readonly cores: number;
  readonly gpu: 'none' | 'no adapter' | 'silent' | Adapter;
}

/** What a browser says of an adapter. */
export interface Adapter {
  readonly name: string;
  /** Whether the processor stands in for a GPU. */
  readonly software: boolean;
}

/** Milliseconds after which a browser that does not answer has no adapter: drivers have been seen to say nothing for ever. */
const PATIENCE_MS = 5000;

/** An adapter is asked for and let go of. */
async function lookForAdapter(gpu: Gpu | undefined): Promise<Surroundings['gpu']> {
  if (gpu === undefined) return 'none';
  const silent = new Promise<'silent'>((resolve) => {
    setTimeout(() => resolve('silent'), PATIENCE_MS);
  });
  const found = await Promise.race([gpu.requestAdapter().catch(() => null), silent]);
  if (found === 'silent') return found;
  if (!found) return 'no adapter';
  const { adapterName, isSoftware } = await import('@spmv/backend-webgpu');
  return { name: adapterName(found.info), software: isSoftware(found.info) };
}

/** Looks around. */
export async function lookAround(): Promise<Surroundings> {
  const { gpu } = navigator as unknown as { readonly gpu?: Gpu };
  return {
    isolated: globalThis.crossOriginIsolated,
    kept: globalThis.crossOriginIsolated || (await registerServiceWorker()),
    secure: globalThis.isSecureContext,
    cores: navigator.hardwareConcurrency,
    gpu: await lookForAdapter(gpu),
  };
}

const THREADS = {
  reason: 'This page is not cross-origin isolated, so its threads cannot share memory.',
  fix: 'Whoever serves it has to send the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp; npm run playground does.',
};

const NOT_YET: Lack = {
  reason: 'This page was first loaded without cross-origin isolation, so its threads cannot share memory.',
  fix: 'Loaded anew it is isolated by its own service worker; the matrices stay.',
  reload: true,
};

const SILENT = {
  reason: `This browser has WebGPU, and has not answered for ${PATIENCE_MS / 1000} s whether it has an adapter.`,
  fix: 'Restart the browser, and update the driver if it happens again. What runs on the processor goes on without it.',
};

const NO_WEBGPU = {
  reason: 'This browser has no WebGPU.',
  fix: 'Chrome and Edge 113, Safari 26 and Firefox 141 have it, on some systems later; chrome://gpu says what is in the way. What runs on the processor goes on without it.',
};

const INSECURE = {
  reason: 'Browsers give WebGPU only to pages served over https or from this machine.',
  fix: 'Open the page over https, or from localhost.',
};

const NO_ADAPTER = {
  reason: 'This browser has WebGPU, and no adapter to run it on.',
  fix: 'Switch on graphics acceleration in the settings of the browser and update the driver; on Linux, start Chrome with --enable-unsafe-webgpu. What runs on the processor goes on without it.',
};

/** The backends of a page, and what keeps one from running. */
export function backendNotes({ isolated, kept, secure, cores, gpu }: Surroundings): readonly BackendNote[] {
  const noGpu = { none: secure ? NO_WEBGPU : INSECURE, 'no adapter': NO_ADAPTER, silent: SILENT };
  return [
    { id: 'serial', title: 'one thread' },
    {
      id: 'threads',
      title: cores === 1 ? 'the one core there is' : `all ${cores} cores`,
      ...(isolated ? {} : { missing: kept ? NOT_YET : THREADS }),
      ...(cores === 1 ? { remark: 'This browser tells of one core: threads has one thread, and what it costs.' } : {}),
    },
    typeof gpu === 'string'
      ? { id: 'webgpu', title: 'WebGPU', missing: noGpu[gpu] }
      : {
          id: 'webgpu',
          title: gpu.name,
          ...(gpu.software
            ? { remark: `${gpu.name} is no GPU but software on the processor: it is checked, and never advised.` }
            : {}),
        },
  ];
}
