import type { PhotoshopDocument } from './read-document.ts';

const [INKS, LAB] = [5, 8];

/** Puts the samples of the channels of a row beside each other. */
type Merge = (planes: readonly Buffer[], line: Buffer) => void;

/** How the rows of a document become those of a TIFF, with the samples that TIFF has for its colours. */
export function mergeRow(document: PhotoshopDocument, samples: number): Merge {
  const { width, depth, transparency } = document;
  if (depth === 1) return ([plane], line) => void plane?.copy(line);
  const [read, write] = [READERS[depth] ?? readByte, depth === 8 ? writeByte : writeWord];
  const top = depth === 8 ? 255 : 65_535;
  const change = changeOf(document, top);
  const whitened = transparency === 'over white' && document.colours < samples && document.photometric < INKS;
  return (planes, line) => {
    for (let x = 0; x < width; x++) {
      const alpha = whitened ? read(planes[samples - 1] ?? line, x) : top;
      for (let channel = 0; channel < samples; channel++) {
        const sample = read(planes[channel] ?? line, x);
        const colour = channel < document.colours;
        const shown = colour && alpha < top ? withoutWhite(sample, alpha, top) : sample;
        write(line, x * samples + channel, colour ? change(shown, channel) : shown);
      }
    }
  };
}

/** What the layers show, which lies over white in proportion to their transparency. */
function withoutWhite(sample: number, alpha: number, top: number): number {
  return alpha === 0 ? 0 : Math.min(top, Math.max(0, Math.round(((sample + alpha - top) * top) / alpha)));
}

/** Photoshop counts what is left of the light, TIFF the ink; and colours of Lab from their middle, TIFF with a sign. */
function changeOf({ photometric }: PhotoshopDocument, top: number): (sample: number, channel: number) => number {
  if (photometric === INKS) return (sample) => top - sample;
  if (photometric !== LAB) return (sample) => sample;
  const middle = (top + 1) / 2;
  return (sample, channel) => (channel === 0 ? sample : sample ^ middle);
}

const readByte = (plane: Buffer, x: number): number => plane[x] ?? 0;
const readWord = (plane: Buffer, x: number): number => plane.readUInt16BE(x * 2);
const readLight = (plane: Buffer, x: number): number => {
  const light = plane.readFloatBE(x * 4);
  return light > 0 ? Math.min(65_535, Math.round(65_535 * curve(light))) : 0;
};
const READERS: Readonly<Record<number, typeof readByte>> = { 8: readByte, 16: readWord, 32: readLight };

const writeByte = (line: Buffer, at: number, sample: number): void => {
  line[at] = sample;
};
const writeWord = (line: Buffer, at: number, sample: number): void => {
  line.writeUInt16LE(sample, at * 2);
};

/** Light as screens want it (IEC 61966-2-1). */
function curve(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}
