import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { assimp } from '../../functions/engines/assimp.ts';
import { convertModel } from '../models/convert-model.ts';
import { areaOfStl, readStl, type SeenModel } from '../models/read-model.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { codeOf } from '../support/failure.ts';

/** A model of ours. `box` is 1 by 2 by 3, `boxes` are two, one larger and one turned; the combs are concave polygons. */
const sample = (name: string) => committed(`models/files/${name}`);
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
  /** Ours, written as others write: see the README beside it. */
  const variant = (name: string) => committed(`models/variants/${name}`);
  const formatOf = (name: string) => name.split('.').at(-1) as FormatName;

  it.each([
    ['collision.x3d', { ...BOX, triangles: 24, volume: 12 }],
    ['anchor.x3d', BOX],
    ['texture.x3d', BOX],
    ['utf-16-le.obj', BOX],
    ['utf-16-be.obj', BOX],
    ['one-line.off', BOX],
    ['first-line.off', BOX],
    ['comments.off', BOX],
    ['colours.off', BOX],
    ['unpadded.glb', TWO],
    // Its first number begins with a line feed.
    ['line-feed.ply', { triangles: 1, least: Array(3).fill(5.968), greatest: Array(3).fill(6.938) }],
  ])('is detected and read: %s', async (name, expected) => {
    expect(await detectByRules(variant(name), name)).toBe(formatOf(name));
    expect(await seen(variant(name), formatOf(name))).toMatchObject(expected);
  });

  it('keeps sets of texture coordinates that COLLADA numbers from 1, as 3ds Max does', async () => {
    const { model } = await convertModel(sample('two-sets.dae'), 'dae', 'glb');
    expect(String(model)).toMatch(/"TEXCOORD_0".*"TEXCOORD_1"/);
    expect(await seen(model, 'glb')).toEqual(MOVED);
  });

  it.each([
    ['collada-1.3.1.dae', 'COLLADA 1.3.1'],
    ['proxy.x3d', 'Collision with a proxy'],
    ['inline.x3d', 'an X3D node Inline,'],
    ['proto.x3d', 'an X3D node ProtoInstance,'],
    ['points.ply', ''],
    ['points.obj', ''],
  ])('is refused with its reason: %s', async (name, reason) => {
    await expect(convertModel(variant(name), formatOf(name), 'glb')).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining(reason),
    });
  });
});

/** In metres, a tooth of the large one is a metre wide, of the small one a tenth of a millimetre; its area is in their square. */
describe.each([
  ['large', 50],
  ['small', 50e-8],
] as const)('a %s concave polygon', (comb, area) => {
  it.each(['stl', 'obj', 'ply', 'dae'] as const)('has all of its surface as %s', async (target) => {
    const source = target === 'stl' ? 'obj' : 'fbx';
    const { model } = await convertModel(sample(`${comb}-comb.${source}`), source, target);
    const stl = target === 'stl' ? model : (await convertModel(model, target, 'stl')).model;
    expect(areaOfStl(stl) / area).toBeCloseTo(1, 3);
  });

  it('becomes a complete glb, or is refused as too small for it', async () => {
    const made = convertModel(sample(`${comb}-comb.fbx`), 'fbx', 'glb');
    if (comb === 'small') return expect(made).rejects.toThrow(/polygons that are too small in its unit/);
    const back = await convertModel((await made).model, 'glb', 'stl');
    expect(areaOfStl(back.model)).toBeCloseTo(area, 3);
  });
});
