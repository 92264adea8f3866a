import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { assimp } from '../../functions/engines/assimp.ts';
import { convertModel } from '../models/convert-model.ts';
import { areaOfStl, readStl, type SeenModel } from '../models/read-model.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';

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
  ['fbx', 'two, made of glb', 'boxes.fbx', TWO],
];

/** A model in another format is seen by the STL that it becomes, of whose reading samples of other programs tell. */
const seen = async (model: Buffer, format: FormatName): Promise<SeenModel> =>
  readStl(format === 'stl' ? model : (await convertModel(model, format, 'stl')).model);

const PAIRS = coveringPairs(assimp.conversions);

describe.each(SOURCES)('%s, %s', (source, _, name, expected) => {
  it.each(PAIRS[source] ?? [])('is detected, and becomes %s with the same size and position', async (target) => {
    expect(await detectByRules(sample(name), `box.${source}`)).toBe(source);
    const { model } = await convertModel(sample(name), source, target);
    expect(await detectByRules(model, `box.${target}`)).toBe(target);
    expect(await seen(model, target)).toEqual(expected);
  });
});

it('what has no name in a model is called after its file, without a path of ours', async () => {
  const { model } = await convertModel(sample('box.x3d'), 'x3d', 'glb');
  expect(model.toString('latin1')).toContain('"source.x3d"');
  expect(model.includes('/source.x3d')).toBe(false);
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
    await expectRefused(convertModel(variant(name), formatOf(name), 'glb'), 'UNSUPPORTED_CONVERSION', reason);
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

const outcome = (source: Buffer | string, from: FormatName, to: FormatName = 'stl') =>
  codeOf(convertModel(Buffer.from(source as string), from, to));
const REFUSED = ['UNREADABLE_FILE', 'TOO_COMPLEX', 'UNSUPPORTED_CONVERSION'];
const text = (name: string) => String(sample(name));

describe('a damaged model', () => {
  it.each([
    ['stl', 'box.stl'],
    ['stl', 'text.stl'],
    ['ply', 'box.ply'],
    ['ply', 'boxes.ply'],
    ['glb', 'boxes.glb'],
    ['gltf', 'boxes.gltf'],
    ['dae', 'box.dae'],
    ['3ds', 'box.3ds'],
    ['3mf', 'box.3mf'],
    ['fbx', 'boxes.fbx'],
  ] as const)('as truncated %s (%s) is refused', async (format, name) => {
    const whole = sample(name);
    for (const part of [0.1, 0.5, 0.8])
      expect(REFUSED, `${part}`).toContain(
        await outcome(whole.subarray(0, Math.floor(whole.length * part)), format, 'obj'),
      );
  });
});

describe('other files that a model names', () => {
  /** The model with its data elsewhere. */
  function withUri(format: 'gltf' | 'glb', uri: string): Buffer {
    const scene = JSON.parse(text('boxes.gltf'));
    const json = Buffer.from(JSON.stringify({ ...scene, buffers: [{ ...scene.buffers[0], uri }] }));
    if (format === 'gltf') return json;
    const numbers = Uint32Array.of(2, 20 + json.length, json.length);
    return Buffer.concat([Buffer.from('glTF'), Buffer.from(numbers.buffer), Buffer.from('JSON'), json]);
  }

  it.each(['../source', '/proc/self/environ', 'file:///etc/passwd', 'http://127.0.0.1:1/'])(
    'are not read for glTF: %s',
    async (uri) => {
      for (const format of ['gltf', 'glb'] as const)
        expect(await outcome(withUri(format, uri), format, 'ply')).toBe('UNSUPPORTED_CONVERSION');
    },
  );

  it('are not read for the materials of OBJ: not even the model itself', async () => {
    const source = `${text('box.obj').replace('box.mtl', 'source.obj')}\nnewmtl red\nKd 0 1 0\n`;
    const { format, model: result } = await convertModel(Buffer.from(source), 'obj', 'glb');
    expect(format).toBe('glb');
    expect(readStl((await convertModel(result, 'glb', 'stl')).model).volume).toBe(6);
    expect(result.toString('latin1')).not.toMatch(/"baseColorFactor":\[0(?:\.0)?,1/);
  });
});

describe('a hostile model is refused in little memory', () => {
  it.each([
    ['not-a-number.stl', 400],
    ['entity-of-a-file.dae', 400],
    ['entities-that-double.dae', 400],
    ['many-triangles.stl', 2300],
    ['many-corners.ply', 2300],
    ['many-faces.ply', 2300],
    ['long-face.off', 2300],
    ['negative-counts.off', 2300],
    ['nested-nodes.dae.gz', 2300],
    ['brackets.gltf.gz', 2300],
    ['nodes-of-themselves.glb', 2300],
  ])('%s', { timeout: 120_000 }, async (name, room) => {
    const format = name.replace('.gz', '').split('.').at(-1) as FormatName;
    const source = committed(`models/hostile/${name}`);
    const { value, megabytes } = await peakMemory(() => outcome(source, format, format === 'ply' ? 'stl' : 'ply'));
    expect([...REFUSED, ...(name.startsWith('entit') ? ['none'] : [])]).toContain(value);
    expect(megabytes).toBeLessThan(room);
  });
});

/** A package of ours, put together of parts as slicers do: see the README beside it. */
const slicers = (name: string) => committed(`models/3mf/${name}.3mf`);

describe('3MF with parts in files of their own', () => {
  it.each([
    ['parts', { triangles: 48, volume: 24, least: [0, 0, 0], greatest: [106, 2, 3] }],
    ['parts-of-parts', { triangles: 72, volume: 36 }],
    // With a root model of another name, without resources.
    ['other-root', { triangles: 12, volume: 6 }],
  ])('is converted with all of them at their positions: %s', async (name, seen) => {
    expect(readStl((await convertModel(slicers(name), '3mf', 'stl')).model)).toMatchObject(seen);
  });

  it('keeps the materials of each part', async () => {
    const { files } = await convertModel(slicers('materials'), '3mf', 'obj');
    const used = [...String(files.get('model.obj')).matchAll(/^usemtl (.*)$/gm)].map(([, name]) => name);
    const materials = String(files.get('model.mtl')).split('newmtl ');
    const colours = used.map(
      (name) => /Kd (.*)/.exec(materials.find((each) => each.startsWith(`${name}\n`)) ?? '')?.[1],
    );
    expect(colours.sort()).toEqual(['0 1 0', '1 0 0']);
  });
});

describe('3MF that would be incomplete is refused', () => {
  const PARTS = ['part-not-there', 'part-outside', 'part-no-model', 'part-of-itself'];
  const OBJECTS = ['object-not-in-part', 'object-nowhere', 'object-of-itself', 'object-of-itself-in-part'];

  it.each([...PARTS, ...OBJECTS])('%s', async (name) => {
    const code = name.startsWith('object-of-itself') ? /^(?:UNREADABLE_FILE|TOO_COMPLEX)$/ : /^UNREADABLE_FILE$/;
    expect(await outcome(slicers(name), '3mf')).toMatch(code);
  });

  it.each(['part-in-inches', 'beams', 'texture', 'utf-16'])('as a feature that is not read: %s', async (name) => {
    expect(await outcome(slicers(name), '3mf')).toBe('UNSUPPORTED_CONVERSION');
  });
});

describe('a package that claims or holds too much is refused in little memory', { timeout: 120_000 }, () => {
  it.each([
    ['megabyte-of-paths.3mf', 'UNREADABLE_FILE'],
    ['megabyte-of-numbers.3mf', 'UNREADABLE_FILE'],
    ['megabyte-of-places.3mf', 'UNREADABLE_FILE'],
    ['parts-of-220-MB.3mf.gz', 'TOO_COMPLEX'],
  ])('%s', async (name, code) => {
    const { value, megabytes } = await peakMemory(() => outcome(committed(`models/3mf/${name}`), '3mf'));
    expect([value, megabytes < 2300]).toEqual([code, true]);
  });
});
