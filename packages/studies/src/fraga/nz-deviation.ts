import { paperTable } from '../exhibits/paper-table.ts';
import type { Exhibit } from '../study.ts';
import type { RunMatrix, StudyRun } from '../study-run.ts';
import { MATRICES } from './legs.ts';

/** Per cent, in the captions of figures 2 to 4. */
const PRINTED: Readonly<Record<string, number>> = { ML_Laplace: 1.45, cant: 20.2, 'webbase-1M': 60.12 };

function here(run: StudyRun, name: string): RunMatrix | undefined {
  return run.matrices.find((matrix) => matrix.name === name);
}

/** The average deviation of entries per row that the captions give. */
export const nzDeviation: Exhibit = {
  id: 'nz-deviation',
  label: 'Captions 2–4',
  title: 'average nz deviation, per cent of the mean',
  where: 'Performance analysis; captions of figures 2 to 4',
  paper: 'printed',
  // Rows are counted of every matrix that is read, timed or not.
  legs: [],
  draw: (run) =>
    MATRICES.every((name) => here(run, name) === undefined)
      ? []
      : [
          paperTable({
            title: 'Average absolute deviation of entries per row over their mean',
            head: 'matrix',
            rows: MATRICES,
            columns: [
              {
                label: 'nz deviation',
                unit: '%',
                digits: 4,
                paper: (name) => PRINTED[name] ?? null,
                here: (name) => here(run, name)?.percentAverageDeviation ?? null,
              },
            ],
            note: 'Not σ: the mean of |entries of the row − mean|, over the mean. Of a stand-in it is what its rows were made with. The caption of figure 4 says only “1M”; webbase-1M is the one matrix of that name in the set that other reports on the same task print.',
          }),
        ],
};
