export type { PartitionOptions, Partitioner } from './partition-rows.ts';
export { PARTITIONERS, partitionRows } from './partition-rows.ts';
