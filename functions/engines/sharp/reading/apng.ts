import { tooComplex } from '../../refusals.ts';
import { checkFrames } from '../limits.ts';
import { chunk, type PngChunk, readChunks, SIGNATURE } from '../png-container.ts';
import { unreadable } from '../unreadable.ts';

/** A frame of an animated PNG, and what is to be done with it. */
export interface ApngFrame {
  /** Makes a PNG of its own of it. */
  readonly png: () => Buffer;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Milliseconds. */
  readonly delay: number;
  readonly dispose: number;
  readonly blend: number;
}

/** An animated PNG taken apart; `plays` is 0 for ever. */
export interface Apng {
  readonly width: number;
  readonly height: number;
  readonly plays: number;
  readonly frames: readonly ApngFrame[];
}

const CONTROL_LENGTH = 26;
/** Bytes of what frames share, counted with each of them. */
const MOST_SHARED = 2_000_000_000;
/** Chunks that every frame needs to be shown right; they stand before the pictures. */
const SHARED = ['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD'];

/**
 * Takes an animated PNG apart into its frames.
 * @throws ConversionError UNREADABLE_FILE when frames are missing or do not fit the picture, TOO_COMPLEX
 */
export function parseApng(file: Buffer): Apng {
  const chunks = [...readChunks(file)];
  const header = contentOf(chunks, 'IHDR', 13);
  const control = contentOf(chunks, 'acTL', 8);
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const shared = chunks.filter(({ type }) => SHARED.includes(type));
  const groups = groupFrames(chunks);
  checkFrames(groups.length);
  checkShared(shared, groups.length);
  if (groups.length === 0 || groups.length !== control.readUInt32BE(0)) throw unreadable(`${groups.length} frames`);
  const frames = groups.map(({ control: of, data }) => frameOf(header, shared, of, data));
  if (frames.some(({ x, y, width: w, height: h }) => w === 0 || h === 0 || x + w > width || y + h > height)) {
    throw unreadable('a frame reaches beyond the picture');
  }
  return { width, height, plays: control.readUInt32BE(4), frames };
}

/** What all frames share is decoded with each of them. */
function checkShared(shared: readonly PngChunk[], frames: number): void {
  const bytes = shared.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes * frames <= MOST_SHARED) return;
  throw tooComplex(
    `The animation has ${frames} frames, each with ${bytes} bytes of colour profile and palette. Save it without a profile.`,
  );
}

function contentOf(chunks: readonly PngChunk[], type: string, length: number): Buffer {
  const content = chunks.find((candidate) => candidate.type === type)?.content;
  if (!content || content.length < length) throw unreadable(`no ${type}`);
  return content;
}

/** Each control chunk with the data that follows it; a picture without one before it is no frame. */
function groupFrames(chunks: readonly PngChunk[]): { control: Buffer; data: Buffer[] }[] {
  const groups: { control: Buffer; data: Buffer[] }[] = [];
  for (const { type, content } of chunks) {
    if (type === 'fcTL' && content.length === CONTROL_LENGTH) groups.push({ control: content, data: [] });
    // Data of later frames begins with a sequence number.
    if (type === 'IDAT') groups.at(-1)?.data.push(content);
    if (type === 'fdAT') groups.at(-1)?.data.push(content.subarray(4));
  }
  return groups;
}

function frameOf(header: Buffer, shared: readonly PngChunk[], control: Buffer, data: readonly Buffer[]): ApngFrame {
  const width = control.readUInt32BE(4);
  const height = control.readUInt32BE(8);
  const own = Buffer.from(header);
  own.writeUInt32BE(width, 0);
  own.writeUInt32BE(height, 4);
  const png = () =>
    Buffer.concat([
      SIGNATURE,
      ...chunk('IHDR', own),
      ...shared.flatMap(({ type, content }) => chunk(type, content)),
      ...chunk('IDAT', ...data),
      ...chunk('IEND'),
    ]);
  // A denominator of 0 means hundredths.
  const delay = Math.round((1000 * control.readUInt16BE(20)) / (control.readUInt16BE(22) || 100));
  const [dispose = 0, blend = 0] = control.subarray(24);
  return { png, x: control.readUInt32BE(12), y: control.readUInt32BE(16), width, height, delay, dispose, blend };
}
