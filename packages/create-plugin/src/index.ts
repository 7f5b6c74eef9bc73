export type { CreateOptions } from './create-plugin.ts';
export { createPlugin } from './create-plugin.ts';
