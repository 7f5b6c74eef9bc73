#!/usr/bin/env node
import { nodeObstacle } from '@spmv/core/node-version';

const obstacle = nodeObstacle(process.versions);
if (obstacle) {
  process.stderr.write(`spmv: ${obstacle.message} ${obstacle.fix}\n`);
  process.exitCode = 1;
} else {
  const { main } = await import('./entry.ts');
  process.exitCode = await main(process.argv.slice(2));
}
