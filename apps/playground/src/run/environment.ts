/** A backend as a page knows it before anything was asked of it. */
export interface BackendNote {
  readonly id: string;
  readonly title: string;
  /** Why it cannot run here, and what to do; absent where nothing is against it. */
  readonly missing?: { readonly reason: string; readonly fix: string };
}

/** What of a browser decides which backends there are. */
export interface Surroundings {
  readonly isolated: boolean;
  readonly secure: boolean;
  readonly gpu: 'none' | 'no adapter' | 'there';
}

/** The least of a GPU of WebGPU that is asked. */
interface MaybeGpu {
  readonly gpu?: { requestAdapter(): Promise<unknown> };
}

/** Looks around. An adapter is asked for and let go of. */
export async function lookAround(): Promise<Surroundings> {
  const { gpu } = navigator as unknown as MaybeGpu;
  const adapter = await gpu?.requestAdapter().catch(() => null);
  return {
    isolated: globalThis.crossOriginIsolated,
    secure: globalThis.isSecureContext,
    gpu: gpu === undefined ? 'none' : adapter ? 'there' : 'no adapter',
  };
}

const THREADS = {
  reason: 'This page is not cross-origin isolated, so its threads cannot share memory.',
  fix: 'Whoever serves it has to send the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp; npm run playground does.',
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
export function backendNotes({ isolated, secure, gpu }: Surroundings): readonly BackendNote[] {
  const noGpu = gpu === 'none' ? (secure ? NO_WEBGPU : INSECURE) : NO_ADAPTER;
  return [
    { id: 'serial', title: 'one thread' },
    { id: 'threads', title: 'all cores', ...(isolated ? {} : { missing: THREADS }) },
    { id: 'webgpu', title: 'WebGPU', ...(gpu === 'there' ? {} : { missing: noGpu }) },
  ];
}
