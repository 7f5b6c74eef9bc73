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
override rowBegin: u32 = 0;
override rowEnd: u32 = 0;
override placeBegin: u32 = 0;
override placeEnd: u32 = 0;
override rowStep: u32 = 1;
override placeStep: u32 = 1;
override first: u32 = 0;
override continues: u32 = 0;

fn sizes() -> Launch { return Launch(rowBegin, rowEnd, placeBegin, placeEnd, rowStep, placeStep, first, continues); }
