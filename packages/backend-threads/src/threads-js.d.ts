// What this package uses of threads.js 1.7.0, whose own types its package.json does not export.
declare module 'threads' {
  export function spawn(worker: unknown, options?: { readonly timeout?: number }): Promise<unknown>;
  export const Thread: { terminate(thread: unknown): Promise<void> };
}

declare module 'threads/worker' {
  export function expose(api: object): void;
}
