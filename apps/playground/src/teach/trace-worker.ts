import type { TraceOrder, TraceReply } from './trace-window.ts';
import { traceWindow } from './trace-window.ts';

async function read(url: string): Promise<string | undefined> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new Error(
      `${url} could not be reached (${String(error)}): look whether this device is online, and choose the kernel again.`,
    );
  });
  return response.ok ? response.text() : undefined;
}

async function answer(order: TraceOrder): Promise<TraceReply> {
  try {
    return await traceWindow(order, read);
  } catch (error) {
    return { status: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<TraceOrder>) => {
  void answer(data).then((reply) => self.postMessage(reply));
});
