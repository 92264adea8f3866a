import { crc32, deflateSync } from 'node:zlib';

/** A frame of an animated PNG, all of one colour (RGBA). */
export interface PlainFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: readonly [number, number, number, number];
  readonly delay: number;
  readonly dispose: number;
  readonly blend: number;
}

/** Makes an animated PNG, independently of the code that takes one apart. */
export function makeApng(width: number, height: number, plays: number, frames: readonly PlainFrame[]): Buffer {
  let sequence = 0;
  const header = numbers([4, width], [4, height], [1, 8], [1, 6], [1, 0], [1, 0], [1, 0]);
  const body = frames.flatMap((frame, index) => {
    const row = Buffer.concat([Buffer.from([0]), ...Array(frame.width).fill(Buffer.from(frame.colour))]);
    const data = deflateSync(Buffer.concat(Array(frame.height).fill(row)));
    const control = numbers(
      [4, sequence++],
      [4, frame.width],
      [4, frame.height],
      [4, frame.x],
      [4, frame.y],
      [2, frame.delay],
      [2, 1000],
      [1, frame.dispose],
      [1, frame.blend],
    );
    const picture = index === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers([4, sequence++]), data]));
    return [chunk('fcTL', control), picture];
  });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('acTL', numbers([4, frames.length], [4, plays])),
    ...body,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One chunk of a PNG. */
export function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([numbers([4, content.length]), named, numbers([4, crc32(named)])]);
}

function numbers(...fields: [size: number, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntBE(value, 0, size);
      return bytes;
    }),
  );
}
