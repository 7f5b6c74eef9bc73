import type { Fact } from '../model/report.ts';
import { formatNumber } from '../numbers.ts';
import type { BenchDocument } from './bench-document.ts';
import type { Fields } from './fields.ts';
import { fieldsIn, isFields, listIn, numberIn, textIn } from './fields.ts';

function bytesText(bytes: number): string {
  return `${formatNumber(bytes / 2 ** 30)} GiB`;
}

function joined(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ');
}

function backendText(backend: Fields): string {
  const [id, version, device] = [textIn(backend, 'id'), textIn(backend, 'version'), textIn(backend, 'device')];
  const rate = numberIn(backend, 'copyGbPerSecond');
  return `${id ?? ''}${version === null ? '' : ` ${version}`}: ${joined([device, rate === null ? '' : `copies ${formatNumber(rate)} GB/s`])}`;
}

/** Plain values as they are, those of nested options as `name=value`. */
function optionsText(options: Fields): string {
  const said = Object.entries(options).flatMap(([name, value]) => {
    if (isFields(value)) return Object.entries(value).map(([key, one]) => `${key}=${JSON.stringify(one)}`);
    return value === null || name === 'maxBytes'
      ? []
      : [`${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
  return joined(said);
}

/** Those that there are. */
function known(all: readonly (readonly [label: string, value: string])[]): readonly Fact[] {
  return all.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));
}

/** The machine, as documents describe it. */
export function hostFacts(host: Fields): readonly Fact[] {
  const [cores, memory, load] = [numberIn(host, 'cores'), numberIn(host, 'memoryBytes'), numberIn(host, 'loadAverage')];
  return known([
    [
      'Machine',
      joined([
        textIn(host, 'cpu'),
        cores === null ? '' : `${cores} cores`,
        memory === null ? '' : bytesText(memory),
        textIn(host, 'gpu'),
      ]),
    ],
    [
      'System',
      joined([
        textIn(host, 'os'),
        textIn(host, 'arch'),
        textIn(host, 'node') && `Node ${textIn(host, 'node') ?? ''}`,
        textIn(host, 'browser'),
      ]),
    ],
    ['Load before', load === null ? '' : formatNumber(load)],
  ]);
}

/** What is known of where, when and how a document was measured. */
export function factsOf({ fields, rows, problems }: BenchDocument): readonly Fact[] {
  const options = fieldsIn(fields, 'options');
  const available = listIn(fields, 'backends').filter((backend) => textIn(backend, 'status') === 'available');
  const devices = [
    ...new Set(rows.filter((row) => !row.isImported).map(({ backend, device }) => joined([backend, device]))),
  ];
  const took = Object.values(fieldsIn(fields, 'timings')).reduce<number>(
    (sum, ms) => sum + (typeof ms === 'number' ? ms : 0),
    0,
  );
  const counts = ['ok', 'refused', 'failed', 'unavailable'].map(
    (status) => `${rows.filter((row) => row.status === status).length} ${status}`,
  );
  return [
    ...hostFacts(fieldsIn(fields, 'host')),
    ...known([
      ['Backends', available.length > 0 ? available.map(backendText).join('; ') : devices.join('; ')],
      ['Started', (textIn(fields, 'started') ?? '').replace('T', ' ').replace(/\.\d+Z$/u, ' UTC')],
      ['Commit', textIn(fields, 'commit') ?? ''],
      ['Options', optionsText(options)],
      ['Results', `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}: ${counts.join(', ')}`],
      ['Took', took > 0 ? `${formatNumber(took / 1000)} s` : ''],
      ['Ended', fields['interrupted'] === true ? 'early, interrupted' : ''],
    ]),
  ];
}
