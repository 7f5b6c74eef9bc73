// Documents of runs that texts and the advice are made from, one archive for each folder of results, and what is made of them.
// Usage: node bench/recorded.ts                       makes the texts and the experience of @spmv/advice again
//        node bench/recorded.ts unpack FOLDER OUT     writes the documents of a folder of results there: for spmv compare, report, study --from, advise --judge
//        node bench/recorded.ts pack FOLDER FILE…     puts these documents, and no others, in its archive
//        node bench/recorded.ts record MACHINE OUT    puts what tools/device/studies.sh wrote among the results of studies, in place of what is
//                                                     there of this machine (h100, cpu), and makes the texts and the table of their README
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const STUDIES = ['fraga', 'cristofori', 'vazquez', 'gunja'];
const archive = (folder: string): string => join(ROOT, 'bench', 'results', folder, 'documents.json.br');

/** What is in the archive of a folder of results, by the names of files. */
export function recordedDocuments(folder: string): Readonly<Record<string, unknown>> {
  return JSON.parse(brotliDecompressSync(readFileSync(archive(folder))).toString()) as Record<string, unknown>;
}

/** The documents in files, by the names of these. */
function inFiles(files: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(files.map((file) => [basename(file), JSON.parse(readFileSync(file, 'utf8')) as unknown]));
}

function pack(folder: string, documents: Readonly<Record<string, unknown>>): void {
  const text = Buffer.from(JSON.stringify(documents));
  // Runs of the same matrices are megabytes apart.
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(archive(folder), brotliCompressSync(text, { params }));
}

function unpack(folder: string, out: string, isWanted: (name: string) => boolean = () => true): void {
  mkdirSync(out, { recursive: true });
  for (const [name, document] of Object.entries(recordedDocuments(folder)))
    if (isWanted(name)) writeFileSync(join(out, name), JSON.stringify(document));
}

/** What the command prints of documents of a folder of results, which `args` name. */
function printed(folder: string, args: readonly string[]): string {
  const at = mkdtempSync(join(tmpdir(), 'spmv-recorded-'));
  try {
    unpack(folder, at, (name) => args.includes(name));
    const main = join(ROOT, 'packages', 'cli', 'src', 'main.ts');
    return execFileSync(process.execPath, ['--conditions=@spmv/source', main, ...args], { cwd: at, encoding: 'utf8' });
  } finally {
    rmSync(at, { recursive: true });
  }
}

/** Runs that advice is judged by: which stand for trials, and what judges where it is not the other half of their samples. */
const JUDGED = [
  ['1-serial.json', '1-threads.json', 'cuda.json', ...unseen(1)],
  ['2-serial.json', '2-threads.json', ...unseen(2)],
  ['1-serial.json', '1-threads.json', ...unseen(1), ...again(2)],
  ['2-serial.json', '2-threads.json', ...unseen(2), ...again(1)],
  ['1-serial.json', '1-threads.json', ...unseen(1), ...again(2), ...tried()],
];

function unseen(run: number): readonly string[] {
  return ['serial', 'threads'].flatMap((backend) => ['--unseen', `fresh-${run}-${backend}.json`]);
}

function again(run: number): readonly string[] {
  return ['', 'fresh-'].flatMap((half) =>
    ['serial', 'threads'].flatMap((on) => ['--again', `${half}${run}-${on}.json`]),
  );
}

function tried(): readonly string[] {
  return ['', 'fresh-'].flatMap((half) =>
    ['serial', 'threads'].flatMap((on) => ['--tried', `${half}trials-${on}.json`]),
  );
}

function judged(): string {
  return JUDGED.map((args) => {
    const command = ['advise', '--judge', ...args];
    return `$ spmv ${command.join(' ')}\n${printed('advice', [...command, '--width', '120'])}`;
  }).join('\n');
}

/** The experience that comes with @spmv/advice: each run on its own, for two of one matrix are two measurements. */
async function experience(): Promise<string> {
  const { isHeldOut, learn, recordedMatrices } = await import('../packages/advice/src/index.ts');
  interface Document {
    readonly host: { readonly cpu: string; readonly cores: number };
    readonly backends: readonly { readonly id: string; readonly status: string; readonly device: string | null }[];
  }
  const all = recordedDocuments('advice') as Readonly<Record<string, Document>>;
  const documents = ['cuda', '1-serial', '1-threads', '2-serial', '2-threads'].map((name) => all[`${name}.json`]);
  const evidence = documents.flatMap(({ host, backends }) =>
    backends
      .filter(({ status }) => status === 'available')
      .map(({ id, device }) => `${id}: ${device ?? host.cpu}${id === 'serial' ? '' : `, ${host.cores} cores`}`),
  );
  const matrices = documents.flatMap((document) => recordedMatrices([document])).filter(({ hash }) => !isHeldOut(hash));
  const json = JSON.stringify(learn(matrices, [...new Set(evidence)]), undefined, 2);
  return `// Written by bench/recorded.ts: do not edit.\nimport type { Experience } from './experience.ts';\n\n/** What kernels took in the runs recorded under bench/results/advice, on the half of the matrices that is not held out. */\nexport const recordedExperience: Experience = ${json};\n`;
}

const studyOf = (name: string): string => name.replace(/^.*-/u, '');

/** The names of the recorded studies, `h100-fraga`, by machine. */
function recordedStudies(): ReadonlyMap<string, readonly string[]> {
  const names = Object.keys(recordedDocuments('studies')).map((file) => basename(file, '.json'));
  const machines = [...new Set(names.map((name) => name.replace(/-[^-]*$/u, '')))];
  return new Map(
    machines.map((machine) => [
      machine,
      STUDIES.map((study) => `${machine}-${study}`).filter((name) => names.includes(name)),
    ]),
  );
}

function studyTexts(): Readonly<Record<string, () => string>> {
  return Object.fromEntries(
    [...recordedStudies().values()]
      .flat()
      .map((name) => [
        `bench/results/studies/${name}.txt`,
        () => printed('studies', ['study', '--from', `${name}.json`, studyOf(name), '--width', '120']),
      ]),
  );
}

const TABLE = /(?<=<!-- recorded:begin -->\n)[^]*(?=<!-- recorded:end -->)/u;

/** The README of the recorded studies with a line for each. */
async function studiesReadme(): Promise<string> {
  const { readStudyRun, studies, studyOutcome } = await import('../packages/studies/src/index.ts');
  const documents = recordedDocuments('studies');
  const lines = [...recordedStudies()].flatMap(([machine, names]) =>
    names.map((name) => {
      const study = studies.find(({ id }) => id === studyOf(name));
      const { run } = readStudyRun(documents[`${name}.json`]);
      if (!study) throw new Error(`There is no study '${studyOf(name)}'.`);
      const { exhibits, claims } = studyOutcome(study, run);
      const { cpu, cores, devices } = run.machine;
      const apart = new Set(run.unsteady.map(({ leg, matrix }) => JSON.stringify([leg, matrix]))).size;
      const spread = apart === 0 ? '' : `, ${apart} unsteady`;
      const gpu = devices.find(({ backend }) => ['cuda', 'webgpu'].includes(backend))?.name;
      const drawn = exhibits.filter(({ missing }) => missing === null);
      const whole = drawn.filter(({ partial }) => partial === null).length;
      const loads = [...(run.before ?? []), run.machine].map(({ loadAverage }) => loadAverage.toFixed(2));
      const drifts = (run.drifts ?? []).map(({ backend, most }) => `${backend} ${most.toFixed(2)}`);
      const cells = [
        `[${machine}, ${study.id}](${name}.txt)`,
        `${run.started.slice(0, 10)}, load ${loads.join(' and ')}${spread}: ${gpu === undefined ? '' : `${gpu}, `}${cores} cores of ${cpu}`,
        drifts.join(', ') || 'not known',
        `${whole} whole, ${drawn.length - whole} in part, of ${exhibits.length}`,
        ...(['holds', 'does not hold', 'too noisy to tell', 'not judged'] as const).map(
          (verdict) => claims.filter((claim) => claim.verdict === verdict).length,
        ),
      ];
      return `| ${cells.join(' | ')} |\n`;
    }),
  );
  const head =
    '| recorded | on | drift at most | tables and figures drawn | claims that hold | do not hold | too noisy to tell | not judged |\n|---|---|---|---|--:|--:|--:|--:|\n';
  return readFileSync(join(ROOT, 'bench', 'results', 'studies', 'README.md'), 'utf8').replace(
    TABLE,
    () => `${head}${lines.join('')}`,
  );
}

/** A document of a study without what is drawn and judged anew of its results whenever it is read. */
function withoutVerdicts(document: unknown): unknown {
  const { claims: _claims, exhibits: _exhibits, ...measured } = document as Readonly<Record<string, unknown>>;
  return measured;
}

/** Puts the documents of studies in `out` in place of those of this machine, and makes their texts and the table. */
async function record(machine: string, out: string): Promise<void> {
  const found = STUDIES.map((study) => join(out, `${study}.json`)).filter((file) => existsSync(file));
  const own = Object.entries(inFiles(found)).map(([file, document]) => [`${machine}-${file}`, document] as const);
  const all = Object.entries({ ...recordedDocuments('studies'), ...Object.fromEntries(own) });
  pack('studies', Object.fromEntries(all.map(([file, document]) => [file, withoutVerdicts(document)])));
  const texts = Object.entries(studyTexts()).filter(([file]) => basename(file).startsWith(`${machine}-`));
  for (const [file, make] of [...texts, ['bench/results/studies/README.md', studiesReadme] as const])
    writeFileSync(join(ROOT, file), await make());
}

/** What is made of recorded documents, by its file. */
export const MADE: Readonly<Record<string, () => string | Promise<string>>> = {
  'packages/advice/src/recorded-experience.generated.ts': experience,
  'bench/results/advice/judged.txt': judged,
  'bench/results/studies/README.md': studiesReadme,
  ...studyTexts(),
};

if (import.meta.main) {
  const [what, folder = '', ...files] = process.argv.slice(2);
  if (what === 'pack') pack(folder, inFiles(files));
  else if (what === 'record') await record(folder, files[0] ?? '.');
  else if (what === 'unpack') unpack(folder, files[0] ?? '.');
  else for (const [file, make] of Object.entries(MADE)) writeFileSync(join(ROOT, file), await make());
}
