// Writes what comes with @spmv/advice of recorded runs: coefficients of kernels, learned from the half of the matrices that is not held out.
// Usage: node --conditions=@spmv/source bench/learn.ts RUN.json… ; then spmv advise --judge RUN.json… says how good it is
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { isHeldOut, learn, recordedMatrices } from '../packages/advice/src/index.ts';

interface Document {
  readonly host: { readonly cpu: string; readonly cores: number };
  readonly backends: readonly { readonly id: string; readonly status: string; readonly device: string | null }[];
}

const TARGET = new URL('../packages/advice/src/recorded-experience.generated.ts', import.meta.url);
const documents = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')) as Document);
const evidence = documents.flatMap(({ host, backends }) =>
  backends.flatMap(({ id, status, device }) =>
    status === 'available' ? [`${id}: ${device ?? host.cpu}${id === 'serial' ? '' : `, ${host.cores} cores`}`] : [],
  ),
);
// Each run on its own: two of one matrix are two measurements.
const matrices = documents.flatMap((document) => recordedMatrices([document])).filter(({ hash }) => !isHeldOut(hash));
const experience = learn(matrices, [...new Set(evidence)]);
const json = JSON.stringify(experience, undefined, 2);
writeFileSync(
  TARGET,
  `// Written by bench/learn.ts from recorded runs: do not edit.\nimport type { Experience } from './experience.ts';\n\n/** What kernels took in the runs recorded under bench/results/advice, on the half of the matrices that is not held out. */\nexport const recordedExperience: Experience = ${json};\n`,
);
process.stdout.write(
  `${experience.kernels.length} kernels from ${new Set(matrices.map(({ hash }) => hash)).size} matrices: ${experience.evidence.join('; ')}\n`,
);
