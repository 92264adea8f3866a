import type { Chapter } from './read-tags.ts';

/** Their numbers have three digits. */
const MOST_CHAPTERS = 999;
const FRONT_COVER = 3;
const COLOUR_BITS = 24;
const MEDIA_TYPES: Readonly<Record<string, string>> = { mjpeg: 'image/jpeg', png: 'image/png' };

/** Chapters as comments of Ogg and FLAC. ffmpeg writes some of them for Opus, up to a second late. */
export function chapterComments(chapters: readonly Chapter[]): [name: string, value: string][] {
  return chapters.slice(0, MOST_CHAPTERS).flatMap(({ start, title }, index) => {
    const name = `CHAPTER${String(index + 1).padStart(3, '0')}`;
    return [
      [name, clock(start)],
      [`${name}NAME`, title || `${index + 1}`],
    ];
  });
}

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

function clock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (unit: number, of: number) => String(Math.floor(milliseconds / unit) % of).padStart(2, '0');
  return `${part(3_600_000, 100)}:${part(60_000, 60)}:${part(1000, 60)}.${String(milliseconds % 1000).padStart(3, '0')}`;
}
