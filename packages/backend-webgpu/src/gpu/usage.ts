/** Numbers of the WebGPU specification; the objects that name them are globals, which Node has none of. */
export const BUFFER_USAGE = {
  mapRead: 0x1,
  copySource: 0x4,
  copyTarget: 0x8,
  uniform: 0x40,
  storage: 0x80,
  queryResolve: 0x200,
} as const;
export const MAP_READ = 1;
export const COMPUTE_STAGE = 4;
