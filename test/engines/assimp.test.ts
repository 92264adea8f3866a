import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { assimp } from '../../functions/engines/assimp.ts';
import { convertModel } from '../models/convert-model.ts';
import { model as sample } from '../models/model-files.ts';
import { areaOfStl, readStl, type SeenModel } from '../models/read-model.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { codeOf } from '../support/failure.ts';

const BOX: SeenModel = { triangles: 12, least: [0, 0, 0], greatest: [1, 2, 3], volume: 6 };
const MOVED: SeenModel = { ...BOX, least: [10, 0, 0], greatest: [11, 2, 3] };
const TWO: SeenModel = { triangles: 24, least: [8, 0, 0], greatest: [12, 21, 6], volume: 54 };
/** What stood upright in z stands upright in y. */
const TURNED: SeenModel = { ...BOX, least: [0, 0, -2], greatest: [1, 3, 0] };

const SOURCES: readonly (readonly [FormatName, string, string, SeenModel])[] = [
  ['stl', 'a binary file', 'box.stl', BOX],
  ['stl', 'a text', 'text.stl', BOX],
  ['obj', 'sides of four corners', 'box.obj', BOX],
  ['ply', 'a text', 'box.ply', BOX],
  ['off', 'a text', 'box.off', BOX],
  ['amf', 'a text', 'box.amf', BOX],
  ['x3d', 'a text', 'box.x3d', BOX],
  ['3mf', 'one that is moved', 'box.3mf', MOVED],
  ['3ds', 'one that stands in z', 'box.3ds', TURNED],
  ['dae', 'one that is moved', 'box.dae', MOVED],
  ['glb', 'two, moved, turned and scaled', 'boxes.glb', TWO],
  ['gltf', 'two, moved, turned and scaled', 'boxes.gltf', TWO],
  ['fbx', 'two, made of glb', '', TWO],
];

/** A model in another format is seen by the STL that it becomes, of whose reading samples of other programs tell. */
const seen = async (model: Buffer, format: FormatName): Promise<SeenModel> =>
  readStl(format === 'stl' ? model : (await convertModel(model, format, 'stl')).model);

const PAIRS = coveringPairs(assimp.conversions);

describe.each(SOURCES)('%s, %s', (source, _, name, expected) => {
  const make = async () => (name ? sample(name) : (await convertModel(sample('boxes.glb'), 'glb', 'fbx')).model);

  it.each(PAIRS[source] ?? [])('is detected, and becomes %s with the same size and position', async (target) => {
    expect(await detectByRules(await make(), `box.${source}`)).toBe(source);
    const { model } = await convertModel(await make(), source, target);
    expect(await detectByRules(model, `box.${target}`)).toBe(target);
    expect(await seen(model, target)).toEqual(expected);
  });
});

describe('materials', () => {
  it('of a model are in a zip with obj', async () => {
    const { format, files } = await convertModel(sample('boxes.glb'), 'glb', 'obj');
    expect(format).toBe('zip');
    expect([...files.keys()]).toEqual(['model.mtl', 'model.obj']);
    expect(String(files.get('model.obj'))).toMatch(/^mtllib model\.mtl$/m);
    expect(String(files.get('model.obj'))).toMatch(/^usemtl red$/m);
    expect(String(files.get('model.mtl'))).toMatch(/newmtl red\nKd 1 0 0/);
  });

  it('are not added to a model without any', async () => {
    const { format, model } = await convertModel(sample('box.stl'), 'stl', 'obj');
    expect([format, String(model).includes('mtllib')]).toEqual(['obj', false]);
  });

  it.each(['obj', 'dae'] as const)('have their textures beside %s', async (target) => {
    const { files } = await convertModel(sample('textured.glb'), 'glb', target);
    const [texture = ''] = [...files.keys()].filter((name) => /\.png$/.test(name));
    expect(files.get(texture)?.toString('latin1', 1, 4)).toBe('PNG');
    const text = String(files.get(target === 'obj' ? 'model.mtl' : 'model.dae'));
    expect(text).toContain(target === 'obj' ? `map_Kd ${texture}` : `<init_from>${texture}</init_from>`);
  });
});

it.each(['dae', 'fbx'] as const)('an animated model is refused for %s, which would lose it', async (target) => {
  expect(await codeOf(convertModel(sample('moving.glb'), 'glb', target))).toBe('UNSUPPORTED_CONVERSION');
});

describe('a model of another program', () => {
  it('is read as PLY whose first number begins with a line feed', async () => {
    const { triangles, least, greatest } = await seen(sample('line-feed.ply'), 'ply');
    expect(triangles).toBe(1);
    for (const value of least) expect(value).toBeCloseTo(5.967, 2);
    for (const value of greatest) expect(value).toBeCloseTo(6.938, 2);
  });

  it.each([
    [
      'in a Collision',
      (shape: string) => `<Collision DEF="c" enabled='true'>${shape}</Collision><Collision USE="c"/>`,
      24,
    ],
    [
      'in an Anchor and a Billboard',
      (shape: string) => `<Anchor url='"a"'><Billboard>${shape}</Billboard></Anchor>`,
      12,
    ],
    [
      'with a texture by its address',
      (shape: string) =>
        shape.replace('<Shape>', `<Shape><Appearance><Material/><ImageTexture DEF='t' url='"a.png"'/></Appearance>`),
      12,
    ],
  ])('is read as X3D with a set %s', async (_, change, triangles) => {
    const source = Buffer.from(String(sample('box.x3d')).replace(/<Shape>.*<\/Shape>/, change));
    expect(await seen(source, 'x3d')).toEqual({ ...BOX, triangles, volume: (BOX.volume * triangles) / BOX.triangles });
  });

  it('keeps sets of texture coordinates that COLLADA numbers from 1, as 3ds Max does', async () => {
    const { model } = await convertModel(sample('two-sets.dae'), 'dae', 'glb');
    expect(String(model)).toMatch(/"TEXCOORD_0".*"TEXCOORD_1"/);
    expect(await seen(model, 'glb')).toEqual(MOVED);
  });

  it('is read as OBJ in UTF-16', async () => {
    const text = Buffer.from(`\ufeff${sample('box.obj')}`, 'utf16le');
    for (const bytes of [text, Buffer.from(text).swap16()]) expect(await seen(bytes, 'obj')).toEqual(BOX);
  });

  const scene = (more: string) => String(sample('box.x3d')).replace('<Scene>', `<Scene>${more}`);

  it.each<[string, FormatName, string]>([
    [
      'COLLADA 1.3.1',
      'dae',
      '<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/COLLADASchema" version="1.3.1"><library type="GEOMETRY"/><scene/></COLLADA>',
    ],
    ['Collision with a proxy', 'x3d', scene('<Collision><Box containerField="proxy"/></Collision>')],
    ['an X3D node Inline,', 'x3d', scene('<Inline></Inline>')],
    ['an X3D node ProtoInstance,', 'x3d', scene('<ProtoInstance></ProtoInstance>')],
    [
      '',
      'ply',
      String(sample('box.ply'))
        .replace(/face 6/, 'face 0')
        .replace(/^4 .*\n/gm, ''),
    ],
    ['', 'obj', 'v 0 0 0\nv 1 1 1\np 1 2\n'],
  ])('is refused with what it has that is not read, or as points: %s of %s', async (named, format, source) => {
    await expect(convertModel(Buffer.from(source), format, 'glb')).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining(named),
    });
  });

  it.each([
    [
      'all corners in one line',
      (text: string) => text.replace(/(?<=12\n)([\s\S]*?)(?=^4 )/m, (all) => `${all.replaceAll('\n', ' ')}\n`),
    ],
    ['counts in the first line', (text: string) => text.replace('OFF\n', 'OFF ')],
    ['comments and blank lines', (text: string) => text.replaceAll('\n', ' # comment\n\n# 4 1 2\n')],
    ['colours of faces', (text: string) => text.replace(/^(4 .*)$/gm, '$1  0.5 0.5 0.5')],
  ])('is read as OFF with %s', async (_, change) => {
    const source = Buffer.from(change(String(sample('sides.off'))));
    expect(await detectByRules(source, 'box.off')).toBe('off');
    expect(await seen(source, 'off')).toEqual(BOX);
  });

  it('is read as GLB with an unpadded JSON chunk', async () => {
    expect(await seen(sample('unpadded.glb'), 'glb')).toEqual(TWO);
  });
});

/** In metres, a tooth of the large one is a metre wide, of the small one a tenth of a millimetre; its area is in their square. */
describe.each([
  ['large', 50],
  ['small', 50e-8],
] as const)('a %s concave polygon', (comb, area) => {
  it.each(['fbx', 'obj'] as const)('of %s has all of its surface as stl', async (source) => {
    const { model } = await convertModel(sample(`${comb}-comb.${source}`), source, 'stl');
    expect(areaOfStl(model) / area).toBeCloseTo(1, 3);
  });

  it.each(['obj', 'ply', 'dae'] as const)('has all of its surface as %s', async (target) => {
    const { model } = await convertModel(sample(`${comb}-comb.fbx`), 'fbx', target);
    expect(areaOfStl((await convertModel(model, target, 'stl')).model) / area).toBeCloseTo(1, 3);
  });

  it('becomes a complete glb, or is refused as too small for it', async () => {
    const made = convertModel(sample(`${comb}-comb.fbx`), 'fbx', 'glb');
    if (comb === 'small') return expect(made).rejects.toThrow(/polygons that are too small in its unit/);
    const back = await convertModel((await made).model, 'glb', 'stl');
    expect(areaOfStl(back.model)).toBeCloseTo(area, 3);
  });
});
