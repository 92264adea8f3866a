/** A number as MIDI files have it (Standard MIDI Files 1.0): seven bits a byte. */
function variable(number: number): number[] {
  const bytes = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

const PROGRAM = 0xc0;
const [ON, OFF] = [0x90, 0x80];
/** Half a second, at the tempo that files have which name none. */
const BEAT = 96;

/** A MIDI file of one track. @param events bytes of its track, before that of its end */
export function midiOf(events: readonly number[]): Buffer {
  const track = Buffer.from([...events, 0, 0xff, 0x2f, 0]);
  const head = Buffer.from('4d546864000000060000000100604d54726b00000000', 'hex');
  head.writeUInt32BE(track.length, head.length - 4);
  return Buffer.concat([head, track]);
}

/** A MIDI file of notes one after the other. @param beat how long each lasts. @param program the instrument, a flute by default */
export function midi(notes: readonly number[], beat = BEAT, program = 73): Buffer {
  const played = notes.flatMap((note) => [...[0, ON, note, 100], ...variable(beat), ...[OFF, note, 0]]);
  return midiOf([0, PROGRAM, program, ...played]);
}
