import { readFile, stat } from 'node:fs/promises';
import { tooComplex, unreadableFile } from '../refusals.ts';

/** No song has so many bytes. */
const LARGEST = 20_000_000;
/** The type and the length of a chunk, in bytes. */
const CHUNK_HEADER = 8;

/**
 * Refuses a truncated MIDI file, which FluidSynth would play as far as it goes (Standard MIDI Files 1.0).
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function checkMidi(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > LARGEST) throw tooComplex(`The file is larger than ${LARGEST / 1_000_000} MB, which no music is.`);
  const file = await readFile(path);
  if (size < CHUNK_HEADER + 6) throw incomplete('no header');
  const wanted = file.readUInt16BE(CHUNK_HEADER + 2);
  let tracks = 0;
  let at = CHUNK_HEADER + file.readUInt32BE(4);
  while (tracks < wanted) {
    if (at + CHUNK_HEADER > size) throw incomplete(`${tracks} tracks of ${wanted}`);
    const end = at + CHUNK_HEADER + file.readUInt32BE(at + 4);
    if (end > size) throw incomplete('a track is cut off');
    if (file.toString('latin1', at, at + 4) === 'MTrk') tracks += 1;
    at = end;
  }
}

function incomplete(cause: string): Error {
  return unreadableFile('The MIDI file is incomplete: it is cut off.', cause);
}
