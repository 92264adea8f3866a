import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unreadable } from '../unreadable.ts';
import { boxesIn, readBox } from './boxes.ts';
import { type FilmSample, type FilmTrack, tracksOf } from './tracks.ts';
import { box, type CodedPicture, versioned, writeStill } from './write-still.ts';

/** The kinds of tracks that are shown. */
const SHOWN = ['pict', 'vide'];
/** How samples of films are coded that can be pictures, and what they are called as such. */
const CODINGS: Readonly<Record<string, { readonly coding: string; readonly setup: string; readonly brand: string }>> = {
  hvc1: { coding: 'hvc1', setup: 'hvcC', brand: 'heic' },
  hev1: { coding: 'hvc1', setup: 'hvcC', brand: 'heic' },
  av01: { coding: 'av01', setup: 'av1C', brand: 'avif' },
};
/** What of a sample is as true of a picture: how it is decoded is not among it. */
const KEPT = ['colr', 'clap'];
/** The words for transparency: of everything, and of HEVC. */
export const ALPHA: readonly string[] = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'];

/** The number of quarters by which a picture is turned anticlockwise for an orientation of EXIF, and then mirrored left to right. */
const TURNS: Readonly<Record<number, { readonly quarters: number; readonly mirrored: boolean }>> = {
  2: { quarters: 0, mirrored: true },
  3: { quarters: 2, mirrored: false },
  4: { quarters: 2, mirrored: true },
  5: { quarters: 3, mirrored: true },
  6: { quarters: 3, mirrored: false },
  7: { quarters: 1, mirrored: true },
  8: { quarters: 1, mirrored: false },
};
const LEFT_TO_RIGHT = 1;

/**
 * The file to read the still of a HEIF file from: itself, or where it holds a film and no still (ISO/IEC 23008-12, 7),
 * one that is written of the first sample of that. As a still it is decoded with all that is said of its colours,
 * its shape and its transparency.
 * @param folder where that is written to
 * @throws ConversionError UNREADABLE_FILE
 */
export async function fileOfStill(path: string, folder: string): Promise<string> {
  const file = await open(path);
  try {
    const film = readBox(path, 'moov');
    if (!film || hasStill(path)) return path;
    const still = join(folder, 'still.heif');
    await writeFile(still, await stillOf(tracksOf(film), file));
    return still;
  } finally {
    await file.close();
  }
}

/** Whether a file says which of its pictures is the one to be shown. */
function hasStill(path: string): boolean {
  const pictures = readBox(path, 'meta');
  return pictures !== undefined && [...boxesIn(pictures.subarray(4))].some(({ kind }) => kind === 'pitm');
}

async function stillOf(tracks: readonly FilmTrack[], file: FileHandle): Promise<Buffer> {
  const shown = tracks.find(({ handler, thumbnailOf }) => SHOWN.includes(handler) && thumbnailOf.length === 0);
  if (!shown?.sample) throw unreadable('no film to be shown');
  const { brand } = codingOf(shown.sample);
  const picture = await pictureOf(shown.sample, shown.orientation, file);
  const alpha = tracks.find((track) => track.auxiliaryOf.includes(shown.id) && isAlpha(track.sample))?.sample;
  if (!alpha) return writeStill(brand, picture);
  const auxiliary = versioned('auxC', 0, Buffer.from(`${ALPHA[0]}\0`, 'latin1'));
  return writeStill(brand, picture, await pictureOf(alpha, shown.orientation, file, [auxiliary]));
}

function codingOf({ coding }: FilmSample) {
  const known = CODINGS[coding];
  if (!known) throw unreadable(`a film that is coded as ${coding}`);
  return known;
}

async function pictureOf(
  sample: FilmSample,
  orientation: number,
  file: FileHandle,
  more: readonly Buffer[] = [],
): Promise<CodedPicture> {
  const { coding, setup } = codingOf(sample);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(sample.width, 0);
  size.writeUInt32BE(sample.height, 4);
  const said = sample.properties.filter(({ kind }) => kind === setup || KEPT.includes(kind));
  const properties = [
    versioned('ispe', 0, size),
    ...said.map(({ kind, content }) => box(kind, content)),
    ...more,
    ...turningOf(orientation),
  ];
  return { coding, properties, data: await readSample(sample, file) };
}

function turningOf(orientation: number): Buffer[] {
  const { quarters, mirrored } = TURNS[orientation] ?? { quarters: 0, mirrored: false };
  return [
    ...(quarters > 0 ? [box('irot', Buffer.from([quarters]))] : []),
    ...(mirrored ? [box('imir', Buffer.from([LEFT_TO_RIGHT]))] : []),
  ];
}

async function readSample({ position, size }: FilmSample, file: FileHandle): Promise<Buffer> {
  const { size: whole } = await file.stat();
  if (position + size > whole) throw unreadable(`a sample at ${position} of ${size} bytes in ${whole}`);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
  if (bytesRead !== size) throw unreadable('a sample that ends before its end');
  return buffer;
}

function isAlpha(sample: FilmSample | undefined): boolean {
  const words = sample?.properties.find(({ kind }) => kind === 'auxi')?.content;
  return words !== undefined && ALPHA.some((word) => words.includes(word));
}
