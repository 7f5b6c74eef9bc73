// Sizes of the matrix as constants of the pipeline: nothing to wait for before the first load.
struct Launch {
  rowBegin: u32,
  rowEnd: u32,
  placeBegin: u32,
  placeEnd: u32,
  rowStep: u32,
  placeStep: u32,
  first: u32,
  continues: u32,
}

fn sizes() -> Launch { return Launch(rowBegin, rowEnd, placeBegin, placeEnd, rowStep, placeStep, first, continues); }
