import { expect, test } from 'vitest';
import { withSourceLines } from '../../build/source-lines.ts';

const PTX = `.version 8.0
.target sm_75
.address_size 64

.visible .entry twice_f64(
	.param .u64 twice_f64_param_0
)
{
	.reg .b64 	%rd<3>;
	.loc	1 9 0
	ld.param.u64 	%rd1, [twice_f64_param_0];
	.loc	1 9 12
	.loc	1 4 3, function_name $L0, inlined_at 1 9 12
	// a comment
	add.s64 	%rd2, %rd1, 8;
	.loc	2 7 5, function_name $L1, inlined_at 1 5 3
	.loc	2 3 3, function_name $L2, inlined_at 2 7 5
	st.global.u64 	[%rd2], %rd1;
	.loc	2 7 5, function_name $L1, inlined_at 1 6 3
	mov.u64 	%rd2, 1;
	.loc	2 3 3, function_name $L2, inlined_at 2 7 5
	mov.u64 	%rd2, 2;
	.loc	1 0 3
$L__BB0_1:
	@%p1 bra 	$L__BB0_1;
	.loc	1 9 12
	ret;
}
	.file	1 "/src/twice.cuh"
	.file	2 "/kit/common.cuh"
`;
const read = (path: string): string => Array.from({ length: 9 }, (_, k) => `  ${path} has line ${k + 1}`).join('\n');

test('each line of PTX has its line of CUDA, for a helper the line of its caller', () => {
  const { ptx, lines, sources } = withSourceLines(PTX, 'twice_f64', read);
  expect(ptx).not.toContain('.loc');
  const of = (text: string) => {
    const at = ptx.split('\n').findIndex((line) => line.includes(text));
    expect(at).toBeGreaterThan(0);
    return sources[lines[at] ?? -1];
  };
  expect(lines).toHaveLength(ptx.split('\n').length);
  expect(of('add.s64')).toEqual({ place: 'twice.cuh:4', text: '/src/twice.cuh has line 4' });
  expect(of('st.global')).toEqual({ place: 'twice.cuh:5', text: '/src/twice.cuh has line 5' });
  expect(of('%rd2, 1')).toMatchObject({ place: 'twice.cuh:6' });
  // What is inlined twice, and not told where; the line that names the kernel, one without a number, and what is no instruction.
  for (const none of ['%rd2, 2', 'ld.param', '@%p1', 'ret', '.reg', '$L__BB0_1:'])
    expect([none, of(none)]).toEqual([none, undefined]);
});
