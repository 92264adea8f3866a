import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkComplete } from '../../../functions/engines/assimp/check-complete.ts';
import { measurePolygons, scalePolygons } from '../../../functions/engines/assimp/measure-polygons.ts';
import { numberTextureSets } from '../../../functions/engines/assimp/number-texture-sets.ts';
import { refuseOldCollada } from '../../../functions/engines/assimp/place-source.ts';
import { normalizeOff } from '../../../functions/engines/assimp/read-off.ts';
import { groupX3d } from '../../../functions/engines/assimp/read-x3d.ts';
import { readDfont } from '../../../functions/engines/fontforge/dfont.ts';
import { NAMES, nameOf } from '../../../functions/engines/fontforge/names.ts';
import { readSfnt } from '../../../functions/engines/fontforge/sfnt.ts';
import { readWoff } from '../../../functions/engines/fontforge/woff.ts';
import { isCidKeyed } from '../../../functions/engines/qpdf/fonts/cff.ts';
import { fontPrograms } from '../../../functions/engines/qpdf/fonts/font-programs.ts';
import type { PdfObjects, Value } from '../../../functions/engines/qpdf/join/list-pdf.ts';
import { plainMetadata } from '../../../functions/engines/qpdf/shrink-objects.ts';
import { processorSeconds } from '../../support/processor-seconds.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MEGABYTE = 1024 * 1024;
const full = (token: string, beginning = '') =>
  Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(MEGABYTE, Buffer.from(token, 'latin1'))]);

const folder = temporaryFolder();
const LONG_NAMES = full('\0\x03\0\x01', '\0\0\xff\xff\0\0');

/** A megabyte of the objects of a PDF file: fonts that share a descriptor, and with it their program. */
function ofOneProgram(fonts: number): PdfObjects {
  const font = { '/Subtype': '/TrueType', '/BaseFont': '/A', '/FontDescriptor': '2 0 R' };
  const listed = Array.from({ length: fonts }, (_, at) => [`obj:${at + 3} 0 R`, { value: font }] as const);
  const program = { 'obj:1 0 R': { stream: { dict: {} } }, 'obj:2 0 R': { value: { '/FontFile2': '1 0 R' } } };
  return { ...program, ...Object.fromEntries(listed) };
}

/** Objects that share a large one. */
function sharing(key: string, large: Value): PdfObjects {
  const listed = Array.from(
    { length: 30_000 },
    (_, at) => [`obj:${at + 3} 0 R`, { value: { [key]: '2 0 R' } }] as const,
  );
  return { 'obj:2 0 R': { value: large }, ...Object.fromEntries(listed) };
}

/** Does some work, of which a refusal may come as well. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/UNREADABLE_FILE|TOO_COMPLEX|UNSUPPORTED/) });
  }
}

it.each<[string, () => unknown]>([
  ['types of a dfont', () => readDfont(full('\0', '\0\0\x01\0\0\0\0\x10\0\0\0\x01\0\xff\xff\xff'))],
  ['tables', () => readSfnt(full('\0', '\0\x01\0\0\xff\xff'))],
  ['compressed tables', () => readWoff(full('\0', 'wOFF\0\x01\0\0'))],
  ['entries of a CFF', () => isCidKeyed(full('\x01', '\x01\0\x04\x01'))],
  ['fonts of a PDF file', () => fontPrograms(ofOneProgram(30_000))],
  ['lists of descendants', () => fontPrograms(sharing('/DescendantFonts', Array(30_000).fill('1 0 R')))],
  ['states of annotations', () => fontPrograms(sharing('/AP', ofOneProgram(30_000) as Value))],
  ['pictures in metadata', () => plainMetadata('<xmp:Thumbnails>'.repeat(MEGABYTE / 16))],
  ['space in metadata', () => plainMetadata(`>${' '.repeat(MEGABYTE)}`.repeat(2))],
  ['elements of metadata', () => plainMetadata('> '.repeat(MEGABYTE / 2))],
  ['names of a font', () => nameOf({ flavour: 0x10000, tables: new Map([['name', LONG_NAMES]]) }, NAMES.family)],
  ['lines of ply', () => checkComplete(full('\n ', 'ply\nelement vertex 1\nformat ascii\nend_header'), 'ply')],
  ['properties of ply', () => checkComplete(full('property int x\n', 'ply\n'), 'ply')],
  ['facets of stl', () => checkComplete(full('facet ', 'solid '), 'stl')],
])('a megabyte of the worst %s takes linear time', (_, work) => {
  expect(processorSeconds(() => attempt(work))).toBeLessThan(2);
});

it.each(['v ', 'v 1', 'f ', '1 ', '1', '\n', 'f 1\n', 'v 1 1 1\n'])(
  'a megabyte of polygons is measured in linear time: %j',
  async (token) => {
    const path = join(folder, 'polygons.obj');
    writeFileSync(path, full(token, 'v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nf '));
    const begin = process.cpuUsage();
    expect((await measurePolygons(path)).area).toBeGreaterThanOrEqual(0.5);
    await scalePolygons(path, `${path}.large`, 2);
    expect(process.cpuUsage(begin).user).toBeLessThan(2_000_000);
  },
);

const OFF = ['#', '# ', '\n', '1', '1 ', '1\n', '1 0\n', '#\n', '\r'];
const X3D = [
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
];
const COLLADA = ['<', '<COLLADA ', ' version=', ' ', '="', '<!--'];
const INPUTS = ['<input ', ' ', '<input semantic="TEXCOORD" set="1"/>', ' set=', 'semantic="'];

it.each<[string, string, (bytes: Buffer) => unknown, readonly string[]]>([
  ['OFF', 'OFF 1 400000 0 0 0 0\n', normalizeOff, OFF],
  ['OFF', 'OFF 100000 100000 0\n', normalizeOff, OFF],
  ['OFF', '', normalizeOff, OFF],
  ['X3D', '<X3D><Collision ', groupX3d, X3D],
  ['COLLADA', '<library ', refuseOldCollada, COLLADA],
  ['COLLADA', '<COLLADA <library ', refuseOldCollada, COLLADA],
  ['COLLADA', '<input semantic="TEXCOORD" set="1"/>', numberTextureSets, INPUTS],
])('a megabyte of the worst tokens of %s is read in linear time, behind %j', (_, beginning, read, tokens) => {
  for (const token of tokens)
    expect(
      processorSeconds(() => read(full(token, beginning))),
      token,
    ).toBeLessThan(2);
});
