import { readFile, stat } from 'node:fs/promises';
import { tooComplex, unreadableFile } from '../refusals.ts';

/** No song has so many bytes. */
const LARGEST = 20_000_000;
/** A chunk begins with a name and its length. */
const HEAD = 8;

/**
 * Refuses a MIDI file that is cut off, which would be played as far as it goes, and one without a note, which would be silence
 * (Standard MIDI Files 1.0).
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
  let notes = false;
  while (tracks < wanted) {
    if (at + HEAD > size) throw incomplete(`${tracks} tracks of ${wanted}`);
    const end = at + HEAD + file.readUInt32BE(at + 4);
    if (end > size) throw incomplete('a track is cut off');
    if (file.toString('latin1', at, at + 4) === 'MTrk') {
      tracks += 1;
      notes ||= mayPlay(file.subarray(at + HEAD, end));
    }
    at = end;
  }
  if (!notes) throw unreadableFile('There is no note in the MIDI file.', 'no note');
}

/** Whether a byte of a track may begin a note: one that surely plays nothing has none. */
function mayPlay(track: Buffer): boolean {
  return track.some((byte) => byte >= 0x90 && byte <= 0x9f);
}

function incomplete(cause: string): Error {
  return unreadableFile('The MIDI file is incomplete: it is cut off.', cause);
}
