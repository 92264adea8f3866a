import { committed } from '../support/committed.ts';

/** The sides of each picture. */
export const [WIDTH, HEIGHT] = [40, 32] as const;

/** A raw picture of ours: see the README beside it. */
export const raw = (name: string): Buffer => committed(`raw/files/${name}`);

/** The formats of which there is a file of the four quarters: `quarters.<format>`. */
// biome-ignore format: a list
export const RAW_FORMATS = ['dng', 'cr2', 'nef', 'arw', 'orf', 'rw2', 'raf', 'pef', 'srw', 'erf', 'dcr', 'iiq', '3fr', 'mrw'] as const;
