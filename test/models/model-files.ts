import { committed } from '../support/committed.ts';

/**
 * A model of ours. `box` is 1 by 2 by 3, moved by 10 in x in 3mf and dae, and stands in z in 3ds; `boxes` are two that reach from 8 0 0 to
 * 12 21 6, one larger and one turned; the combs are concave polygons.
 */
export const model = (name: string): Buffer => committed(`models/files/${name}`);
