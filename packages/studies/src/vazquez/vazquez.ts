import { matricesNamed } from '../matrices/matrices-named.ts';
import type { Study } from '../study.ts';
import { formatClaims } from './claims-formats.ts';
import { pointClaims } from './claims-points.ts';
import { errata } from './errata.ts';
import { figures } from './figures.ts';
import { legs } from './legs.ts';
import { MATRICES } from './printed-table.ts';
import { sectionFive } from './section-5.ts';
import { tableOneExhibit } from './table-1.ts';
import { wishes } from './wishes.ts';

/** Vázquez et al. 2010: ELLPACK-R and ELLR-T beside five other formats on 21 matrices. */
export const vazquez: Study = {
  id: 'vazquez',
  title: 'Improving the performance of the sparse matrix vector product with GPUs',
  authors: ['F. Vázquez', 'G. Ortega', 'J. J. Fernández', 'E. M. Garzón'],
  year: 2010,
  source: '10th IEEE International Conference on Computer and Information Technology (CIT 2010)',
  systems: [
    {
      name: 'the GPU',
      where: 'V',
      facts: [
        { label: 'GPU', value: 'NVIDIA GeForce GTX 285' },
        { label: 'peak bandwidth', value: '159 GBps' },
        { label: 'a multiprocessor', value: 'eight scalar processors' },
        { label: 'CUDA', value: 'programming guide 2.3' },
      ],
    },
    {
      name: 'the processor',
      where: 'V',
      facts: [
        { label: 'CPU', value: 'Intel Core 2 Duo E8400, one core' },
        { label: 'library', value: 'Intel Math Kernel Library' },
      ],
    },
  ],
  matrices: matricesNamed(MATRICES),
  legs,
  exhibits: [...figures.slice(0, 1), tableOneExhibit, ...sectionFive, ...figures.slice(1)],
  claims: [...formatClaims, ...pointClaims],
  wishes,
  errata,
};
