// Blocked ELLPACK, one thread a row of A. Threads with the same row within a block are neighbours, so that in column order neighbours
// load neighbours. Elements that no bit of the mask names are never multiplied.

@compute @workgroup_size(blockSize)
fn bell(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let blocksHere = blockSize / R;
  let inBlock = local / blocksHere;
  let b = groupNumber(id, groups) * blocksHere + local % blocksHere;
  let row = b * R + inBlock;
  if (inBlock >= R || row >= launch.rows) {
    return;
  }
  let firstElement = inBlock * c;
  let perWord = 32 / maskBits;
  var place = b * launch.rowStep;
  var first = b * launch.valueRowStep + firstElement * launch.elementStep;
  var sum = zeroSum();
  for (var k = 0u; k < launch.width; k++) {
    let blockCol = blockColIndex[place];
    if (blockCol < 0) {
      break;
    }
    let bits = (blockMask[place / perWord] >> ((place % perWord) * maskBits)) >> firstElement;
    let column = u32(blockCol) * c;
    for (var e = 0u; e < c; e++) {
      if (((bits >> e) & 1u) == 1u) {
        sum = addProduct(sum, values[first + e * launch.elementStep], x[column + e]);
      }
    }
    place += launch.placeStep;
    first += launch.valuePlaceStep;
  }
  finishRow(row, sum);
}
