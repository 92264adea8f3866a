import { describe, expect, it } from 'vitest';
import { convertModel } from '../models/convert-model.ts';
import {
  manufacturingBox as box,
  manufacturingModel as model,
  manufacturingPackage as pack,
} from '../models/model-files.ts';
import { readStl, type SeenModel } from '../models/read-model.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';

const ROOT = '3D/3dmodel.model';
const PART = '3D/Objects/object_1.model';
const OTHER = '3D/Objects/Gr\u00fcn & rot.model';
const at = (x: number) => `transform="1 0 0 0 1 0 0 0 1 ${x} 0 0"`;
const MEGABYTE = 1_000_000;

const toStl = async (source: Buffer): Promise<SeenModel> => readStl((await convertModel(source, '3mf', 'stl')).model);
const outcome = async (models: Readonly<Record<string, string | Buffer>>) =>
  codeOf(convertModel(await pack(models), '3mf', 'stl'));

/** As slicers write it: the model is put together of objects that lie in files of their own, whose numbers are the same. */
const divided = (place = '') => ({
  [ROOT]: model(
    `<object id="1" type="model"><components><component p:path="/${PART}" objectid="1" ${at(10)}/></components></object>
    <object id="2" type="model"><components><component objectid='1' p:path='/3D/Objects/Gr\u00fcn &amp; rot.model'/></components></object>`,
    `<item objectid="1"/><item objectid="2" ${at(100)}/><item objectid="1" p:path="/${PART}"/>${place}`,
  ),
  [PART]: model(box(1)),
  [OTHER]: model(
    `${box(7)}<object id="1"><components><component objectid="7"/><component objectid="7" ${at(5)}/></components></object>`,
  ),
});

const part = (path: string, id = 1) => model('', `<item objectid="${id}" p:path="${path}"/>`);

describe('3MF with parts in files of their own', () => {
  it('is converted with all of them at their positions', async () => {
    expect(await toStl(await pack(divided()))).toEqual({
      triangles: 48,
      least: [0, 0, 0],
      greatest: [106, 2, 3],
      volume: 24,
    });
  });

  it('is converted with the parts of its parts', async () => {
    const nested = model(object(`p:path="/${OTHER}" ${at(20)}`));
    expect(await toStl(await pack({ ...divided(), [PART]: nested }))).toMatchObject({ triangles: 72, volume: 36 });
  });

  it('may have a root model of any name, without resources, in UTF-16', async () => {
    const root = part(`/${PART}`, 3).replace('<resources></resources>', '<resources/>');
    const models = { 'all.model': Buffer.from(`\ufeff${root}`, 'utf16le'), [PART]: model(box(3)) };
    expect(await toStl(await pack(models))).toMatchObject({ triangles: 12, volume: 6 });
  });

  it('keeps the materials of each part', async () => {
    const colour = (hex: string) => `<basematerials id="2"><base name="m" displaycolor="#${hex}"/></basematerials>`;
    const models = {
      [ROOT]: model(
        colour('0000FFFF'),
        `<item objectid="1" p:path="/${PART}"/><item objectid="1" p:path="/3D/b.model" ${at(9)}/>`,
      ),
      [PART]: model(colour('FF0000FF') + box(1, ' pid="2" pindex="0"')),
      '3D/b.model': model(colour('00FF00FF') + box(1).replace('<triangle ', '<triangle pid="2" p1="0" ')),
    };
    const { files } = await convertModel(await pack(models), '3mf', 'obj');
    const used = [...String(files.get('model.obj')).matchAll(/^usemtl (.*)$/gm)].map(([, name]) => name);
    const colours = used.map(
      (name) => new RegExp(`newmtl ${name}\\nKd (.*)`).exec(String(files.get('model.mtl')))?.[1],
    );
    expect(colours.sort()).toEqual(['0 1 0', '1 0 0']);
  });
});

/** An object that is made of another one. */
const object = (place: string) => `<object id="1"><components><component objectid="1" ${place}/></components></object>`;
const BEAMS = box(1).replace(
  '</mesh>',
  '<b:beamlattice><b:beams><b:beam v1="0" v2="1"/></b:beams></b:beamlattice></mesh>',
);

describe('3MF that would be incomplete is refused', () => {
  it.each<[string, Readonly<Record<string, string>>, RegExp?]>([
    ['a part that is not there', { [ROOT]: part('/3D/none.model'), [PART]: model(box(1)) }],
    ['an object that is not in its part', { [ROOT]: part(`/${PART}`, 2), [PART]: model(box(1)) }],
    ['an object that is nowhere', { [ROOT]: model(box(1), '<item objectid="1"/><item objectid="2"/>') }],
    ['a part outside of the package', { [ROOT]: part('/../../../../etc/passwd') }],
    ['a part that is no model', { [ROOT]: part('/_rels/.rels') }],
    ['a part that has itself for a part', { [ROOT]: part(`/${PART}`), [PART]: model(object(`p:path="/${ROOT}"`)) }],
    ['a part in other units', { [ROOT]: part(`/${PART}`), [PART]: model(box(1), '', 'inch') }, /^UNSUPPORTED/],
    ['shapes without triangles', { [ROOT]: model(BEAMS, '<item objectid="1"/>') }, /^UNSUPPORTED/],
    ['an object in itself', { [ROOT]: model(object(''), '<item objectid="1"/>') }, /^UNREADABLE|^TOO_COMPLEX/],
    ['an object in itself in a part', { [ROOT]: part(`/${PART}`), [PART]: model(object('')) }, /^UNREADABLE|^TOO_/],
  ])('%s', async (_, models, code = /^UNREADABLE_FILE$/) => {
    expect(await outcome(models)).toMatch(code);
  });
});

describe('a package that claims or holds too much', () => {
  it.each([
    ['parts of 400 MB together', () => ({ [PART]: ' '.repeat(150e6), [OTHER]: ' '.repeat(250e6) })],
    ['a megabyte of paths', () => ({ [ROOT]: `<item${' p:path='.repeat(MEGABYTE / 8)}` })],
    ['a megabyte of numbers', () => ({ [PART]: model(`<a pids="${'1 '.repeat(MEGABYTE / 2)}"/>`) })],
    [
      'a megabyte of places of one part that is not there',
      () => divided(`<item objectid="1" p:path="/3D/none.model"/>`.repeat(20_000)),
    ],
  ] as const)('%s is refused in little memory', { timeout: 120_000 }, async (what, make) => {
    const { value, megabytes } = await peakMemory(() => outcome({ ...divided(), ...make() }));
    expect(value).toBe(what.startsWith('parts') ? 'TOO_COMPLEX' : 'UNREADABLE_FILE');
    expect(megabytes).toBeLessThan(2300);
  });
});
