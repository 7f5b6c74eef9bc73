/** A ustar archive of text files. */
export function tarOf(files: Readonly<Record<string, string>>): Uint8Array {
  const blocks = Object.entries(files).map(([path, text]) => {
    const body = Buffer.from(text);
    const block = Buffer.alloc(512 + Math.ceil(body.length / 512) * 512);
    block.write(path, 0);
    block.write(`0000644\0`, 100);
    block.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
    block.write('        0', 148);
    block.write('ustar\u000000', 257);
    const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    body.copy(block, 512);
    return block;
  });
  return Uint8Array.from(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
