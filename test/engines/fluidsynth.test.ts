import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { checkMidi } from '../../functions/engines/fluidsynth/play-midi.ts';
import { fluidsynth } from '../../functions/engines/fluidsynth.ts';
import { midi, midiOf } from '../media/midi.ts';
import { samplesOf } from '../media/samples.ts';
import { briefly, convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });
const save = saverIn(temporaryFolder());
const SONG = midi([69, 69, 69, 69]);

const play = async (song: Buffer, target: FormatName, options = {}, engine = fluidsynth) =>
  (await convertBytes(engine, song, ['mid', target], { options })).file;
const outcome = (song: Buffer, engine = fluidsynth) => codeOf(play(song, 'mp3', {}, engine));

/** How strong a tone is in a sound (Goertzel). */
function strength(samples: Float32Array, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / 44_100);
  let [last, before] = [0, 0];
  for (const sample of samples) [last, before] = [sample + turn * last - before, last];
  return last * last + before * before - turn * last * before;
}

describe('a MIDI file', () => {
  it('has the pitch and the duration of its notes, or the part that is asked for', async () => {
    const played = async (options = {}) => samplesOf(save('song.wav', await play(SONG, 'wav', options)), 44_100);
    const samples = await played();
    // Two seconds, and what a room adds to them.
    expect(samples.length / 44_100).toBeGreaterThan(1.9);
    expect(samples.length / 44_100).toBeLessThan(8);
    for (const other of [415.3, 466.2]) expect(strength(samples, 440)).toBeGreaterThan(20 * strength(samples, other));
    expect(await played({ end: 1 })).toHaveLength(44_100);
  });

  it.each(['mp3', 'flac', 'ogg', 'm4a', 'opus'] as const)('is detected, and becomes %s', async (target) => {
    expect(await detectFormat(SONG, 'a')).toBe('mid');
    const sound = await play(SONG, target);
    expect(await detectFormat(sound, 'a')).toBe(target);
    expect(sound.length).toBeGreaterThan(5000);
  });
});

describe('a MIDI file that cannot be played', () => {
  it.each([
    ['nothing after its header', SONG.subarray(0, 20)],
    ['a track that is cut off', SONG.subarray(0, 40)],
    ['no track', Buffer.from('4d54686400000006000000000060', 'hex')],
    ['no note', midiOf([0, 0xc0, 5])],
    ['a note in a channel without volume', midiOf([0, 0xb0, 7, 0, 0, 0x90, 60, 100])],
    ['a key that no drum has', midiOf([0, 0x99, 5, 100])],
    ['incomplete events', midiOf(Array(60).fill(0x91))],
    ['a quantity of endless length', midiOf(Array(1_000_000).fill(0x90))],
  ])('of %s is refused', async (_, song) => expect(await outcome(song)).toBe('UNREADABLE_FILE'));

  it('of music that lasts for days, or of half a million simultaneous notes, ends within its limits', async () => {
    expect(await outcome(midi([60, 64, 67], 0x0fffffff), briefly(fluidsynth))).toBe('TOO_COMPLEX');
    const thick = midiOf(Array.from({ length: 2_000_000 }, (_, at) => [0, 0x90, at & 0x7f, 100][at % 4] ?? 0));
    expect(await outcome(thick, briefly(fluidsynth))).toMatch(/TOO_COMPLEX|none/);
  });

  it('of a megabyte of empty chunks is refused within a second', async () => {
    const chunks = Buffer.from('XXXX\0\0\0\0'.repeat(125_000), 'latin1');
    const path = save('chunks', Buffer.concat([SONG.subarray(0, 14), chunks]));
    const before = process.cpuUsage();
    await expect(checkMidi(path)).rejects.toThrow(/incomplete/);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
