import { readFile, stat } from 'node:fs/promises';
import { tooComplex, unreadableFile } from '../refusals.ts';

/** No song has so many bytes. */
const LARGEST = 20_000_000;
/** A chunk begins with a name and its length. */
const HEAD = 8;

/**
 * Refuses a MIDI file that is cut off, which would be played as far as it goes (Standard MIDI Files 1.0).
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function checkMidi(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > LARGEST) throw tooComplex(`The file is larger than ${LARGEST / 1_000_000} MB, which no music is.`);
  const file = await readFile(path);
  if (size < HEAD + 6) throw incomplete('no header');
  const wanted = file.readUInt16BE(HEAD + 2);
  let tracks = 0;
  let at = HEAD + file.readUInt32BE(4);
  while (tracks < wanted) {
    if (at + HEAD > size) throw incomplete(`${tracks} tracks of ${wanted}`);
    const end = at + HEAD + file.readUInt32BE(at + 4);
    if (end > size) throw incomplete('a track is cut off');
    if (file.toString('latin1', at, at + 4) === 'MTrk') tracks += 1;
    at = end;
  }
}

function incomplete(cause: string): Error {
  return unreadableFile('The MIDI file is incomplete: it is cut off.', cause);
}
