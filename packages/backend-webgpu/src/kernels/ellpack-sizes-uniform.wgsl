// Sizes of the matrix in a uniform: one pipeline for all matrices.
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
@group(0) @binding(5) var<uniform> given: Launch;

fn sizes() -> Launch { return given; }
