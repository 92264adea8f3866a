import type { FormatName } from '../conversion/formats.ts';
import type { OptionSchema } from '../conversion/options.ts';
import { bsdtar } from './bsdtar.ts';
import { COMICS, isComic, REPACKED } from './comics/comic-formats.ts';
import type { Engine } from './engine.ts';
import { PASSWORD } from './options/secrets.ts';
import { sharp } from './sharp.ts';

const TARGETS = [...REPACKED, 'pdf', 'epub'] as const satisfies readonly FormatName[];

/** Kinds whose locks can be opened here. */
const COMIC_PASSWORD = { ...PASSWORD, 'x-sources': ['cbz', 'cb7'] } as const satisfies OptionSchema;

/** Comic books, which are archives of pictures: libarchive, 7-Zip and The Unarchiver for the archive, sharp for the pictures. */
export const comics: Engine = {
  name: 'comics',
  worker: {
    // All that sharp has but for drawings, which are no pages: a function has five layers at most.
    layers: [...bsdtar.worker.layers, 'heif', 'imagemagick'],
    memory: 3008,
    processes: 8,
    timeout: 600,
    processorTime: { seconds: 90, secondsForMillion: 60, most: 1100 },
    scratch: 5120,
    // It decodes pictures in the process itself: what a file did to that must not last.
    jobs: 100,
    packages: sharp.worker.packages,
  },
  conversions: Object.fromEntries(
    Object.keys(COMICS)
      .filter(isComic)
      .map((source) => [source, TARGETS.filter((target) => target !== source)]),
  ),
  options: Object.fromEntries(TARGETS.map((target) => [target, { password: COMIC_PASSWORD }])),
};
