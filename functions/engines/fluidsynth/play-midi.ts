import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import type { EngineJob } from '../engine.ts';
import { tooComplex, unreadableFile } from '../refusals.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

const LAYER = 'fluidsynth';

/** Longer than the header of a WAV file, and too short to be heard. */
const SKIPPED = 1024;

/** The largest WAV file, in MB: 66 minutes. A few bytes can make any song last for ever. */
const LARGEST_SOUND = 700;

const TOO_LONG = 'The music lasts longer than an hour, or takes too long to be played. Shorten it.';
const SILENT = 'The MIDI file is silent: it has no notes, or only notes at volume 0 or of keys without a sound.';
const DAMAGED = 'The MIDI file is damaged or incomplete.';

const FLUIDSYNTH: LayerTools = {
  layer: LAYER,
  memory: 500,
  fileSize: LARGEST_SOUND,
  tooComplex: TOO_LONG,
  unreadable: DAMAGED,
  // It plays what it could read, and exits with 0.
  endings: [{ says: /^fluidsynth: error: /m, evenWhenDone: true, code: 'UNREADABLE_FILE', message: DAMAGED }],
};

/**
 * Plays a MIDI file with the instruments of General MIDI.
 * @returns the path of the WAV file
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function playMidi({ sourcePath, folder }: Pick<EngineJob, 'sourcePath' | 'folder'>): Promise<string> {
  await checkMidi(sourcePath);
  const path = join(folder, 'played.wav');
  const instruments = join(layerFolder(LAYER), 'sounds/instruments.sf2');
  const quiet = ['-q', '-n', '-i'];
  const sound = ['-r', '44100', '-O', 's16', '-T', 'wav', '-F', path];
  await runLayerTool(FLUIDSYNTH, 'fluidsynth', [...quiet, ...sound, instruments, sourcePath], {
    folder,
    source: sourcePath,
    target: path,
  });
  const { size } = await stat(path);
  // It reports no error where it may write no more.
  if (size >= (LARGEST_SOUND - 1) * 1_000_000) throw tooComplex(TOO_LONG);
  if (await isSilent(path)) throw unreadableFile(SILENT, 'silence');
  return path;
}

/** Whether all 16-bit samples of a WAV file are at most 1, which very soft sounds are rounded to. */
async function isSilent(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { start: SKIPPED }) as AsyncIterable<Buffer>) {
    for (let at = 0; at + 1 < chunk.length; at += 2) if (Math.abs(chunk.readInt16LE(at)) > 1) return false;
  }
  return true;
}

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
