/** Visits the entries of row i of A where B has one, in order. */
function common(memory, i, visit) {
  const [startA, colA, startB, colB] = ['A.rowStart', 'A.colIndex', 'B.rowStart', 'B.colIndex'].map(
    (name) => memory[name],
  );
  let q = startB[i];
  for (let k = startA[i]; k < startA[i + 1]; k++) {
    while (q < startB[i + 1] && colB[q] < colA[k]) q++;
    if (q < startB[i + 1] && colB[q] === colA[k]) visit(k);
  }
}

export function count({ memory, begin, end }) {
  for (let i = begin; i < end; i++) {
    let entries = 0;
    common(memory, i, () => entries++);
    memory['C.rowStart'][i + 1] = entries;
  }
}

export function start({ memory, numbers }) {
  const starts = memory['C.rowStart'];
  starts[0] = 0;
  for (let i = 0; i < numbers.rows; i++) starts[i + 1] += starts[i];
}

export function fill({ memory, begin, end }) {
  for (let i = begin; i < end; i++) {
    let at = memory['C.rowStart'][i];
    common(memory, i, (k) => {
      memory['C.colIndex'][at] = memory['A.colIndex'][k];
      memory['C.values'][at++] = memory['A.values'][k];
    });
  }
}
