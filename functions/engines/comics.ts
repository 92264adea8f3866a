import type { FormatName } from '../conversion/formats.ts';
import type { OptionSchema } from '../conversion/options.ts';
import { bsdtar } from './bsdtar.ts';
import { ARCHIVES, COMICS, type Comic } from './comics/comic-formats.ts';
import type { Engine } from './engine.ts';
import { PASSWORD } from './options/secrets.ts';
import { sharp } from './sharp.ts';

const TARGETS = [...ARCHIVES, 'pdf', 'epub'] as const satisfies readonly FormatName[];

/** Of archives that can be decrypted here. */
const COMIC_PASSWORD = { ...PASSWORD, 'x-sources': ['cbz', 'cb7'] } as const satisfies OptionSchema;

/** Comic books, which are archives of pictures: libarchive, 7-Zip and The Unarchiver for the archive, sharp for the pictures. */
export const comics: Engine = {
  name: 'comics',
  worker: {
    // The layers of sharp without that for drawings, which are no pages: a function has at most five layers.
    layers: [...bsdtar.worker.layers, 'heif', 'imagemagick'],
    memory: 3008,
    processes: 8,
    timeout: 600,
    processorTime: { seconds: 90, secondsForMillion: 60, most: 1100 },
    scratch: 5120,
    // It decodes pictures in its own process, which a hostile file may have corrupted.
    jobs: 100,
    packages: sharp.worker.packages,
  },
  conversions: Object.fromEntries(
    (Object.keys(COMICS) as Comic[]).map((source) => [source, TARGETS.filter((target) => target !== source)]),
  ),
  options: Object.fromEntries(TARGETS.map((target) => [target, { password: COMIC_PASSWORD }])),
};
