import { formatBytes } from '@spmv/core';
import type { DownloadOptions } from './download.ts';

/** One line for all downloads that run. */
export interface SharedProgress {
  of(id: string): DownloadOptions;
  done(id: string): void;
}

function share(bytes: number, total: number | undefined): string {
  return total ? `${Math.floor((100 * bytes) / total)} %` : formatBytes(bytes);
}

/** Shows `fetching 2 of 5: HB/bcsstk16 40 %, Williams/cant 1.2 MiB`. */
export function sharedProgress(show: (text: string) => void, count: number): SharedProgress {
  const running = new Map<string, string>();
  let finished = 0;
  let next = 0;
  const tell = (): void => {
    const all = [...running].map(([id, at]) => `${id} ${at}`).join(', ');
    if (all !== '') show(`fetching ${Math.min(count, finished + 1)} of ${count}: ${all}`);
  };
  return {
    of: (id) => ({
      onProgress(bytes, total) {
        running.set(id, share(bytes, total));
        if (performance.now() < next) return;
        next = performance.now() + 100;
        tell();
      },
    }),
    done(id) {
      running.delete(id);
      finished++;
    },
  };
}
