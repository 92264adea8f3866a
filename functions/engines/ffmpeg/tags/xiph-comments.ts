const FRONT_COVER = 3;
const COLOUR_BITS = 24;
const MEDIA_TYPES: Readonly<Record<string, string>> = { mjpeg: 'image/jpeg', png: 'image/png' };

/** A cover as a comment of Ogg: a picture block of FLAC in Base64. */
export function coverComment(codec: string, picture: Buffer): [name: string, value: string] {
  const type = Buffer.from(MEDIA_TYPES[codec] ?? '', 'latin1');
  const [description, width, height, palette] = [0, 0, 0, 0];
  const numbers = [description, width, height, COLOUR_BITS, palette, picture.length].map(number);
  const block = [number(FRONT_COVER), number(type.length), type, ...numbers, picture];
  return ['METADATA_BLOCK_PICTURE', Buffer.concat(block).toString('base64')];
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
