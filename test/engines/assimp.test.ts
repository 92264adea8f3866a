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

  it('is detected by its content, or else by its name', async () => {
    expect(await detectByRules(await make(), `box.${source}`)).toBe(source);
  });

  it.each(PAIRS[source] ?? [])('becomes %s with the same size and position', async (target) => {
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
    for (const format of ['stl', 'ply'] as const) {
      const { format: found, model } = await convertModel(sample(`box.${format}`), format, 'obj');
      expect(found).toBe('obj');
      expect(String(model)).not.toMatch(/mtllib/);
    }
  });

  it.each(['obj', 'dae'] as const)('have their textures beside %s', async (target) => {
    const { files } = await convertModel(sample('textured.glb'), 'glb', target);
    const [texture = ''] = [...files.keys()].filter((name) => /\.png$/.test(name));
    expect(files.get(texture)?.toString('latin1', 1, 4)).toBe('PNG');
    const text = String(files.get(target === 'obj' ? 'model.mtl' : 'model.dae'));
    expect(text).toContain(target === 'obj' ? `map_Kd ${texture}` : `<init_from>${texture}</init_from>`);
  });
});

describe('an animated model', () => {
  it.each(['dae', 'fbx'] as const)('is refused for %s, which would lose the animation', async (target) => {
    expect(await codeOf(convertModel(sample('moving.glb'), 'glb', target))).toBe('UNSUPPORTED_CONVERSION');
  });
});

const textured = (shape: string, inner: string) =>
  shape.replace('<Shape>', `<Shape><Appearance><Material/>${inner}</Appearance>`);

describe('a model of another program', () => {
  it('is read as PLY whose first number begins with a line feed', async () => {
    const [near, far] = [Buffer.of(0x0a, 0xf6, 0xbe, 0x40), Buffer.of(0, 0, 0xde, 0x40)];
    const corners = [
      [near, far, far],
      [far, far, near],
      [far, near, far],
    ].flat();
    const header = [
      ...['ply', 'format binary_little_endian 1.0', 'element vertex 3'],
      ...['property float x', 'property float y', 'property float z'],
      ...['element face 1', 'property list uchar int vertex_indices', 'end_header', ''],
    ].join('\n');
    const face = Buffer.from('03000000000100000002000000', 'hex');
    const source = Buffer.concat([Buffer.from(header), ...corners, face]);
    const { triangles, least, greatest } = readStl((await convertModel(source, 'ply', 'stl')).model);
    expect(triangles).toBe(1);
    for (const value of least) expect(value).toBeCloseTo(near.readFloatLE(), 2);
    for (const value of greatest) expect(value).toBeCloseTo(far.readFloatLE(), 2);
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
    ['beside one in a Collision', (shape: string) => `${shape}<Collision>${shape}</Collision>`, 24],
    ['with a texture by its address', (shape: string) => textured(shape, `<ImageTexture DEF='t' url='"a.png"'/>`), 12],
    [
      'with a shader',
      (shape: string) => textured(shape, `<ComposedShader><ShaderPart url='"a.vs"'/></ComposedShader>`),
      12,
    ],
  ])('is read as X3D with a set %s', async (_, change, triangles) => {
    const source = Buffer.from(String(sample('box.x3d')).replace(/<Shape>.*<\/Shape>/, change));
    const { model } = await convertModel(source, 'x3d', 'stl');
    expect(readStl(model)).toEqual({ ...BOX, triangles, volume: (BOX.volume * triangles) / BOX.triangles });
  });

  it('is refused as X3D with a proxy in a Collision', async () => {
    const source = String(sample('box.x3d')).replace(
      '<Scene>',
      '<Scene><Collision><Box containerField="proxy"/></Collision>',
    );
    await expect(convertModel(Buffer.from(source), 'x3d', 'stl')).rejects.toThrow(/Collision with a proxy/);
  });

  it('keeps sets of texture coordinates that COLLADA numbers from 1, as 3ds Max does', async () => {
    const params = '<param name="S" type="float"/><param name="T" type="float"/>';
    const accessor = `<accessor source="#t-a" count="8" stride="2">${params}</accessor>`;
    const numbers = '<float_array id="t-a" count="16">0 0 1 0 1 1 0 1 0 0 1 0 1 1 0 1</float_array>';
    const coordinates = `<source id="t">${numbers}<technique_common>${accessor}</technique_common></source>`;
    const input = (set: number) => `<input semantic="TEXCOORD" source="#t" offset="0" set="${set}"/>`;
    const source = String(sample('box.dae'))
      .replace('<vertices', `${coordinates}<vertices`)
      .replace('<p>', `${input(1)}${input(2)}<p>`);
    const { model } = await convertModel(Buffer.from(source), 'dae', 'glb');
    expect(String(model)).toMatch(/"TEXCOORD_0".*"TEXCOORD_1"/);
    expect(await seen(model, 'glb')).toEqual(MOVED);
  });

  it('is read as OBJ in UTF-16', async () => {
    const text = Buffer.from(`\ufeff${sample('box.obj')}`, 'utf16le');
    for (const bytes of [text, Buffer.from(text).swap16()])
      expect(await seen((await convertModel(bytes, 'obj', 'stl')).model, 'stl')).toEqual(BOX);
  });

  it('is refused as COLLADA 1.3.1, by its version', async () => {
    const source = Buffer.from(
      '<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/COLLADASchema" version="1.3.1"><library type="GEOMETRY"/><scene/></COLLADA>',
    );
    expect(await detectByRules(source, 'a.dae')).toBe('dae');
    await expect(convertModel(source, 'dae', 'stl')).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('COLLADA 1.3.1'),
    });
  });

  it.each(['Inline', 'LOD', 'ProtoInstance', 'CADPart'])(
    'is refused as X3D with a node %s, by its name',
    async (node) => {
      const source = Buffer.from(String(sample('box.x3d')).replace('<Scene>', `<Scene><${node}></${node}>`));
      await expect(convertModel(source, 'x3d', 'stl')).rejects.toMatchObject({
        code: 'UNSUPPORTED_CONVERSION',
        message: expect.stringContaining(`an X3D node ${node},`),
      });
    },
  );

  it.each([
    ['faces over several lines', (text: string) => text.replace(/^(4 \d) (\d) /gm, '$1\n $2\n')],
    [
      'all corners in one line',
      (text: string) => text.replace(/(?<=12\n)([\s\S]*?)(?=^4 )/m, (all) => `${all.replaceAll('\n', ' ')}\n`),
    ],
    ['counts in the first line', (text: string) => text.replace('OFF\n', 'OFF ')],
    ['comments and blank lines', (text: string) => text.replaceAll('\n', ' # comment\n\n# 4 1 2\n')],
    ['colours of faces', (text: string) => text.replace(/^(4 .*)$/gm, '$1  0.5 0.5 0.5')],
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
  ])('is read as OFF with %s', async (_, change) => {
    const source = Buffer.from(change(String(sample('sides.off'))));
    expect(await detectByRules(source, 'box.off')).toBe('off');
    expect(readStl((await convertModel(source, 'off', 'stl')).model)).toEqual(BOX);
  });

  it('is read as GLB with an unpadded JSON chunk', async () => {
    const whole = sample('boxes.glb');
    const length = whole.readUInt32LE(12);
    const text = whole
      .subarray(20, 20 + length)
      .toString()
      .trimEnd()
      .replace('{', '{ '.padEnd(2 + (length % 2), ' '));
    const odd = text.length % 4 === 0 ? `${text} ` : text;
    const header = Buffer.from(whole.subarray(0, 20));
    header.writeUInt32LE(odd.length, 12);
    const source = Buffer.concat([header, Buffer.from(odd), whole.subarray(20 + length)]);
    source.writeUInt32LE(source.length, 8);
    expect(readStl((await convertModel(source, 'glb', 'stl')).model)).toEqual(TWO);
  });

  it.each([
    [
      'ply',
      'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n1 1 1\n',
    ],
    ['obj', 'v 0 0 0\nv 1 1 1\np 1 2\n'],
  ] as const)('is refused as points, in %s', async (format, text) => {
    expect(await codeOf(convertModel(Buffer.from(text), format, 'glb'))).toBe('UNSUPPORTED_CONVERSION');
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
