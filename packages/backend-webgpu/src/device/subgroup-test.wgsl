// Whether threads sit in subgroups in the order of their numbers, and shuffles within a row of lanes find their partners.
@group(0) @binding(1) var<storage, read_write> seen: array<u32>;

@compute @workgroup_size(64)
fn order(@builtin(local_invocation_index) local: u32, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let partner = subgroupShuffleXor(local, 1u);
  seen[local] = select(0u, 1u, lane == local % size && partner == (local ^ 1u));
}
