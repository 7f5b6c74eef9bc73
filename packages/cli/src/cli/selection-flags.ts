import type { Command } from 'commander';
import { collectList, collectRaw, parseBytes, parseInteger, parseNumber } from '../commands/selection-options.ts';
import { DEFAULT_SEED } from '../engine/random.ts';

/** The flags that choose combinations, with their defaults. */
export function withSelection(command: Command): Command {
  return command
    .option('-b, --backend <ids>', 'only these backends (repeatable, or with commas)', collectList)
    .option(
      '--device <backend=name>',
      'this device of a backend, as spmv backends lists them (repeatable; of one backend: the name alone)',
      collectRaw,
    )
    .option('-f, --format <ids>', 'only these formats', collectList)
    .option('-k, --kernel <ids>', 'only these kernels', collectList)
    .option('-p, --precision <names>', 'only these precisions: f64, f32, …', collectList)
    .option(
      '--param <name=v1,v2>',
      'these values of a parameter of a format, kernel or backend (repeatable)',
      collectRaw,
    )
    .option('--all-params', 'every value of every parameter')
    .option('--seed <n>', 'seed of the random x and y, which lie in [0.1, 3)', parseInteger, DEFAULT_SEED)
    .option('--strict', 'a backend or plugin that is unavailable is a failure')
    .option(
      '--max-bytes <size>',
      'refuse to store a matrix in more, default 2 GiB or a quarter of the memory free to this process',
      parseBytes,
    );
}

/** The same and those that say how to time. */
export function withTiming(command: Command): Command {
  return withSelection(command)
    .option('--runs <n>', 'samples of each combination, at least 20', parseInteger, 20)
    .option('--alpha <number>', 'alpha of y = alpha·A·x + beta·y', parseNumber, 1)
    .option('--beta <number>', 'beta of the same', parseNumber, 0);
}
