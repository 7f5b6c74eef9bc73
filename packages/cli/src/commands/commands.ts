import type { CommandDefinition } from './command.ts';
import { advise } from './advise/command.ts';
import { backends } from './backends/command.ts';
import { bench } from './bench/command.ts';
import { completion } from './completion/command.ts';
import { compare } from './compare/command.ts';
import { conform } from './conform/command.ts';
import { convert } from './convert/command.ts';
import { doctor } from './doctor/command.ts';
import { fetch } from './fetch/command.ts';
import { formats } from './formats/command.ts';
import { generate } from './generate/command.ts';
import { info } from './info/command.ts';
import { kernels } from './kernels/command.ts';
import { matrices } from './matrices/command.ts';
import { multiply } from './multiply/command.ts';
import { operations } from './operations/command.ts';
import { plan } from './plan/command.ts';
import { print } from './print/command.ts';
import { solve } from './solve/command.ts';
import { study } from './study/command.ts';
import { rank } from './rank/command.ts';
import { reorder } from './reorder/command.ts';
import { report } from './report/command.ts';
import { sweep } from './sweep/command.ts';
import { tune } from './tune/command.ts';
import { validate } from './validate/command.ts';

/** Every command, in the order of `spmv --help`. */
export const COMMANDS: readonly CommandDefinition[] = [
  backends,
  operations,
  formats,
  kernels,
  matrices,
  doctor,
  conform,
  advise,
  validate,
  bench,
  tune,
  sweep,
  study,
  compare,
  report,
  info,
  multiply,
  solve,
  rank,
  reorder,
  plan,
  print,
  convert,
  fetch,
  generate,
  completion,
];
