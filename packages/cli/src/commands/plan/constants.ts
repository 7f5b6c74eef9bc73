import type { BackendDescriptor } from '@spmv/core';
import { toJson } from '@spmv/engine/basics';
import type { LocalConstants, RankConstants, RankedBackend } from '@spmv/reorder';
import { CliError, inputError, usageError } from '../../cli-error.ts';
import { bringing } from '../../discovery/needed.ts';
import { readJsonFile } from '../../documents/bench-document.ts';
import type { Context } from '../../documents/context.ts';
import { EXIT } from '../../exit-codes.ts';
import { writeWhole } from '../../output/write-file.ts';

export interface ConstantsFlags {
  readonly constants?: string;
  readonly measure?: boolean;
  readonly keep?: string;
  readonly backend?: string;
  readonly device?: string;
}

const SCHEMA = 'spmv.ranks/1';
const FIX = 'Make one with spmv plan … --measure --keep file.json.';

function isNumbers(value: unknown, names: readonly string[]): boolean {
  const record = (value ?? {}) as Readonly<Record<string, unknown>>;
  return names.every((name) => {
    const number = record[name];
    return typeof number === 'number' && number >= 0 && number < Infinity;
  });
}

/** Constants as --keep wrote them. Errors: bad input. */
function readConstants(path: string): RankConstants {
  const value = (readJsonFile(path, FIX) ?? {}) as { readonly schema?: unknown } & Partial<RankConstants>;
  const hosts: unknown = value.hosts;
  const isHost = (host: unknown): boolean => {
    const { local, jumps = [] } = (host ?? {}) as { readonly local?: unknown; readonly jumps?: unknown };
    return (
      isNumbers(host, ['ranks', 'productSeconds', 'messageSeconds', 'byteSeconds']) &&
      Array.isArray(jumps) &&
      jumps.every((one) => isNumbers(one, ['bytes', 'seconds'])) &&
      Array.isArray(local) &&
      local.length > 0 &&
      local.every(
        (one: Partial<LocalConstants>) =>
          isNumbers(one, ['bytes', 'rowSeconds', 'entrySeconds']) &&
          (one.surpriseSeconds === undefined || isNumbers(one, ['surpriseSeconds'])),
      )
    );
  };
  if (value.schema !== SCHEMA || !Array.isArray(hosts) || hosts.length === 0 || !hosts.every(isHost))
    throw inputError(`${path} holds no constants of ranks (schema ${String(value.schema)}).`, FIX);
  return value as RankConstants;
}

const isRanked = (backend: BackendDescriptor): backend is RankedBackend => 'rankClock' in backend;

/** The backend that is named, or the first one that knows of ranks. Errors: usage, unavailable. */
async function clockedBackend(context: Context, id: string | undefined): Promise<RankedBackend> {
  const { registry } = await (await context.discover()).load(bringing('backends', id === undefined ? undefined : [id]));
  const found = id === undefined ? registry.backends.find(isRanked) : registry.backend(id);
  if (found && isRanked(found)) return found;
  if (found) throw usageError(`Backend '${found.id}' has no ranks.`, 'Name another one, or leave --backend out.');
  throw new CliError(
    EXIT.unavailable,
    'No backend is installed that computes with ranks.',
    'Run: npm install @spmv/backend-petsc. Or give --constants file.json.',
  );
}

/** What to predict with: a file, what is measured now, or what a backend recorded. Errors: usage, bad input, unavailable, and those of measuring. */
export async function rankConstants(context: Context, flags: ConstantsFlags): Promise<RankConstants> {
  const { constants: file, measure = false, keep, backend, device } = flags;
  let constants: RankConstants;
  if (file === undefined) {
    const { id, rankClock } = await clockedBackend(context, backend);
    if (measure) context.terminal.note(`measuring products and messages of backend '${id}'`);
    constants = measure ? await rankClock.measure(device === undefined ? {} : { device }) : rankClock.recorded;
  } else constants = readConstants(file);
  if (keep !== undefined) await writeWhole(keep, `${toJson({ schema: SCHEMA, ...constants })}\n`);
  return constants;
}
