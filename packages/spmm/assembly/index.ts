export * from './indexed';
export * from './packed';
export * from './panel';
export * from './stored-rows';
export * from './transposed';
