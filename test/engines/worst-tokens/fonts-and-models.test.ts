import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refuseOldCollada } from '../../../functions/engines/assimp/check-collada.ts';
import { checkComplete } from '../../../functions/engines/assimp/check-complete.ts';
import { measurePolygons, scalePolygons } from '../../../functions/engines/assimp/measure-polygons.ts';
import { numberTextureSets } from '../../../functions/engines/assimp/number-texture-sets.ts';
import { normalizeOff } from '../../../functions/engines/assimp/read-off.ts';
import { groupX3d } from '../../../functions/engines/assimp/read-x3d.ts';
import { readDfont } from '../../../functions/engines/fontforge/dfont.ts';
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

describe('a megabyte of the worst takes linear time', () => {
  it.each<[string, () => unknown]>([
    ['types of a dfont', () => readDfont(full('\0', '\0\0\x01\0\0\0\0\x10\0\0\0\x01\0\xff\xff\xff'))],
    ['tables', () => readSfnt(full('\0', '\0\x01\0\0\xff\xff'))],
    ['compressed tables', () => readWoff(full('\0', 'wOFF\0\x01\0\0'))],
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

describe('a megabyte of polygons is measured in linear time', () => {
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

it.each(['#', '# ', '\n', '1', '1 ', '1\n', '1 0\n', '#\n', '\r'])(
  'a megabyte of OFF is read in linear time: %j',
  (token) => {
    expect(processorSeconds(() => normalizeOff(full(token, 'OFF 1 400000 0 0 0 0\n')))).toBeLessThan(2);
    expect(processorSeconds(() => normalizeOff(full(token, 'OFF 100000 100000 0\n')))).toBeLessThan(2);
    expect(processorSeconds(() => normalizeOff(full(token)))).toBeLessThan(2);
  },
);

it.each([
  '<',
  '<Collision>',
  '<Collision ',
  '<Collision a="',
  '</Anchor>',
  '<!--',
  '<![CDATA[',
  '<!x[',
  ']',
  '<a b=c ',
])('a megabyte of X3D is gone through once: %j', (token) => {
  expect(processorSeconds(() => groupX3d(full(token, '<X3D><Collision ')))).toBeLessThan(2);
});

it.each(['<', '<!--', '<?', '<!x[', ']', ' a', '="'])('a megabyte of COLLADA is read in linear time: %j', (token) => {
  for (const beginning of ['<library ', '<COLLADA <library '])
    expect(processorSeconds(() => refuseOldCollada(full(token, beginning)))).toBeLessThan(2);
});

it.each(['<input ', ' ', '<input semantic="TEXCOORD" set="1"/>', ' set=', 'semantic="'])(
  'a megabyte of COLLADA is searched for texture coordinates in linear time: %j',
  (token) => {
    expect(processorSeconds(() => numberTextureSets(full(token, '<input semantic="TEXCOORD" set="1"/>')))).toBeLessThan(
      2,
    );
  },
);
