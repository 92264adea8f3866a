/** The format of uncompressed sound. */
export interface WavFormat {
  /** Samples a second of each channel. */
  readonly rate: number;
  readonly channels: number;
  /** Bits of a sample. */
  readonly bits: number;
}

/** The header of a WAV file (RIFF, PCM). @param bytes of the sound behind it */
export function wavHeader({ rate, channels, bits }: WavFormat, bytes: number): Buffer {
  const header = Buffer.alloc(44);
  const frame = (channels * bits) / 8;
  header.write('RIFF', 0);
  header.writeUInt32LE(header.length - 8 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * frame, 28);
  header.writeUInt16LE(frame, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}
