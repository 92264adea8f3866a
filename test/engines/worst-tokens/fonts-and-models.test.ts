import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkComplete } from '../../../functions/engines/assimp/check-complete.ts';
import { measurePolygons, scalePolygons } from '../../../functions/engines/assimp/measure-polygons.ts';
import { NAMES, nameOf } from '../../../functions/engines/fontforge/names.ts';
import { readSfnt } from '../../../functions/engines/fontforge/sfnt.ts';
import { readWoff } from '../../../functions/engines/fontforge/woff.ts';
import { processorSeconds } from '../../support/processor-seconds.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MEGABYTE = 1024 * 1024;
const full = (token: string, beginning = '') =>
  Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(MEGABYTE, Buffer.from(token, 'latin1'))]);

/** Does some work, of which a refusal may come as well. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/UNREADABLE_FILE|TOO_COMPLEX|UNSUPPORTED/) });
  }
}

describe('a megabyte of the worst is read at once', () => {
  it.each<[string, () => unknown]>([
    ['tables', () => readSfnt(full('\0', '\0\x01\0\0\xff\xff'))],
    ['packed tables', () => readWoff(full('\0', 'wOFF\0\x01\0\0'))],
    [
      'names of a font',
      () =>
        nameOf(
          { flavour: 0x10000, tables: new Map([['name', full('\0\x03\0\x01', '\0\0\xff\xff\0\0')]]) },
          NAMES.family,
        ),
    ],
    ['lines of ply', () => checkComplete(full('\n ', 'ply\nelement vertex 1\nformat ascii\nend_header'), 'ply')],
    ['properties of ply', () => checkComplete(full('property int x\n', 'ply\n'), 'ply')],
    ['facets of stl', () => checkComplete(full('facet ', 'solid '), 'stl')],
  ])('%s', (_, work) => {
    expect(processorSeconds(() => attempt(work))).toBeLessThan(2);
  });
});

describe('a megabyte of polygons is measured at once', () => {
  const folder = temporaryFolder();

  it.each(['v ', 'v 1', 'f ', '1 ', '1', '\n', 'f 1\n', 'v 1 1 1\n'])('%j', async (token) => {
    const path = join(folder, 'polygons.obj');
    writeFileSync(path, full(token, 'v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nf '));
    const begin = process.cpuUsage();
    expect((await measurePolygons(path)).area).toBeGreaterThanOrEqual(0.5);
    await scalePolygons(path, `${path}.large`, 2);
    expect(process.cpuUsage(begin).user).toBeLessThan(2_000_000);
  });
});
