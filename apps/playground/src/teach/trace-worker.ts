import type { TraceOrder, TraceReply } from './trace-window.ts';
import { traceWindow } from './trace-window.ts';

async function read(url: string): Promise<string | undefined> {
  const response = await fetch(url);
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
