function sampled(
  { arrays: { rowStart, colIndex, values: a }, X, Y, values, sizes, begin, end },
  [rowX, colX],
  [rowY, colY],
) {
  const { depth } = sizes;
  for (let i = begin; i < end; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      let sum = 0;
      for (let l = 0; l < depth; l++) sum += X[i * rowX + l * colX] * Y[colIndex[e] * rowY + l * colY];
      values[e] = a[e] * sum;
    }
  }
}

export function byRows(args) {
  const [ldX, ldY] = args.auxiliary.leading;
  sampled(args, [ldX, 1], [ldY, 1]);
}

export function byColumns(args) {
  const [ldX, ldY] = args.auxiliary.leading;
  sampled(args, [1, ldX], [1, ldY]);
}
