import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { codeOf } from '../archives/convert-archive.ts';
import { zip } from '../documents/package.ts';
import { convertModel } from '../models/convert-model.ts';
import { model } from '../models/model-files.ts';
import { readGlb } from '../models/read-model.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const outcome = (source: Buffer, from: FormatName, to: FormatName = 'stl') =>
  codeOf(convertModel(folder, source, from, to));
const REFUSED = ['UNREADABLE_FILE', 'TOO_COMPLEX', 'UNSUPPORTED_CONVERSION'];

describe('damage', () => {
  it.each([
    ['stl', 'box.stl'],
    ['stl', 'text.stl'],
    ['ply', 'box.ply'],
    ['ply', ''],
    ['glb', 'boxes.glb'],
    ['gltf', 'boxes.gltf'],
    ['dae', 'box.dae'],
    ['3ds', 'box.3ds'],
    ['3mf', 'box.3mf'],
    ['fbx', ''],
  ] as const)('%s (%s) that breaks off is refused', async (format, name) => {
    const whole = name ? model(name) : (await convertModel(folder, model('boxes.glb'), 'glb', format)).model;
    expect(await outcome(whole, format, format === 'glb' ? 'ply' : 'glb')).toBe('none');
    for (const part of [0.1, 0.5, 0.8])
      expect(REFUSED, `${part}`).toContain(
        await outcome(whole.subarray(0, Math.floor(whole.length * part)), format, 'obj'),
      );
  });

  it.each(['stl', 'glb', 'fbx', 'off'] as const)('random bytes are no %s', async (format) => {
    expect(REFUSED).toContain(await outcome(randomBytes(5000), format, 'ply'));
  });

  it('corners that are nowhere are refused', async () => {
    const stl = model('box.stl');
    stl.writeFloatLE(Number.NaN, 84 + 12);
    expect(await outcome(stl, 'stl', 'ply')).toBe('UNREADABLE_FILE');
  });
});

describe('other files', () => {
  it('are not read for glTF', async () => {
    writeFileSync(join(folder, 'data.bin'), Buffer.alloc(1000));
    for (const uri of ['data.bin', '../source', '/proc/self/environ', 'file:///etc/passwd', 'http://127.0.0.1:1/'])
      for (const format of ['gltf', 'glb'] as const)
        expect(await outcome(withUri(format, uri), format, 'ply'), uri).toBe('UNSUPPORTED_CONVERSION');
    expect(await outcome(model('boxes.gltf'), 'gltf', 'ply')).toBe('none');
  });

  it('are not read for the materials of OBJ: not even the model itself', async () => {
    const source = Buffer.concat([
      Buffer.from(String(model('box.obj')).replace('box.mtl', 'source.obj')),
      Buffer.from('\nnewmtl red\nKd 0 1 0\n'),
    ]);
    const { format, model: result } = await convertModel(folder, source, 'obj', 'glb');
    expect(format).toBe('glb');
    expect(readGlb(result).volume).toBe(6);
    expect(result.toString('latin1')).not.toMatch(/"baseColorFactor":\[0(?:\.0)?,1/);
  });

  it('do not come in by entities', async () => {
    const entity = (declared: string) =>
      Buffer.from(
        String(model('box.dae')).replace('?><', `?><!DOCTYPE COLLADA [${declared}]><`).replace('>10 0 0<', '>&x; 0 0<'),
      );
    const lots = Array.from({ length: 30 }, (_, at) => `<!ENTITY x${at || ''} "&x${at + 1};&x${at + 1};">`).join('');
    for (const declared of ['<!ENTITY x SYSTEM "file:///etc/hostname">', lots]) {
      const { value, megabytes } = await peakMemory(() => outcome(entity(declared), 'dae', 'ply'));
      expect(['none', ...REFUSED]).toContain(value);
      expect(megabytes).toBeLessThan(400);
    }
  });
});

describe('what claims or holds too much is refused in little memory', () => {
  const many = (count: number) =>
    Buffer.concat([
      model('box.stl').subarray(0, 80),
      Buffer.from(Uint32Array.of(count).buffer),
      model('box.stl').subarray(84),
    ]);
  const nested = (count: number) =>
    String(model('box.dae'))
      .replace('<node id="n">', `${'<node>'.repeat(count)}<node id="n">`)
      .replace('</visual_scene>', `${'</node>'.repeat(count)}</visual_scene>`);

  it.each<[string, FormatName, () => Buffer | Promise<Buffer>]>([
    ['4 billion triangles in stl', 'stl', () => many(0xffffffff)],
    [
      '4 billion corners in ply',
      'ply',
      () => Buffer.from(String(model('box.ply')).replace('vertex 8', 'vertex 4000000000')),
    ],
    ['4 billion faces in ply', 'ply', () => Buffer.from(String(model('box.ply')).replace('face 6', 'face 4000000000'))],
    [
      'a face of 4 billion corners in off',
      'off',
      () => Buffer.from('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n4000000000 0 1 2\n'),
    ],
    ['a count that is negative in off', 'off', () => Buffer.from('OFF\n-3 -1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n')],
    ['a hundred thousand nodes in nodes in dae', 'dae', () => Buffer.from(nested(100_000))],
    ['a million brackets in gltf', 'gltf', () => Buffer.from(`{"asset":${'['.repeat(1e6)}`)],
    ['nodes in fbx without end', 'fbx', () => deepFbx(20_000)],
    ['boxes of boxes of boxes in 3mf', '3mf', doubling],
    [
      'a gigabyte of blanks in 3mf',
      '3mf',
      () => zip({ '[Content_Types].xml': '', '_rels/.rels': '', '3D/3dmodel.model': ' '.repeat(400_000_000) }),
    ],
    [
      'nodes that hang on themselves in glb',
      'glb',
      () => Buffer.from(String(model('boxes.gltf')).replace('"children":[1,2]', '"children":[0,1]')),
    ],
  ])('%s', { timeout: 120_000 }, async (_, format, make) => {
    const bytes = await make();
    const { value, megabytes } = await peakMemory(() => outcome(bytes, format, format === 'ply' ? 'stl' : 'ply'));
    expect(REFUSED).toContain(value);
    expect(megabytes).toBeLessThan(2300);
  });
});

/** Nodes in nodes in a binary file of FBX 7.4, each with the place of its end, no properties, and a name. */
function deepFbx(depth: number): Buffer {
  const header = Buffer.concat([
    Buffer.from('Kaydara FBX Binary  \0\x1a\0', 'latin1'),
    Buffer.from(Uint32Array.of(7400).buffer),
  ]);
  const end = header.length + depth * 14 + (depth + 1) * 13;
  const nodes = Array.from({ length: depth }, (_, index) => {
    const node = Buffer.alloc(14);
    node.writeUInt32LE(end - (index + 1) * 13, 0);
    node[12] = 1;
    node.write('N', 13);
    return node;
  });
  return Buffer.concat([header, ...nodes, Buffer.alloc((depth + 1) * 13)]);
}

/** The model with its data elsewhere. */
function withUri(format: 'gltf' | 'glb', uri: string): Buffer {
  const scene = JSON.parse(String(model('boxes.gltf')));
  const text = Buffer.from(JSON.stringify({ ...scene, buffers: [{ ...scene.buffers[0], uri }] }));
  if (format === 'gltf') return text;
  const head = Buffer.alloc(20);
  head.write('glTF');
  for (const [index, value] of [2, 20 + text.length, text.length].entries()) head.writeUInt32LE(value, 4 + index * 4);
  head.write('JSON', 16);
  return Buffer.concat([head, text]);
}

/** A model made of two of the one before, thirty times. */
async function doubling(): Promise<Buffer> {
  const first =
    '<object id="1" type="model"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>';
  const others = Array.from(
    { length: 30 },
    (_, at) =>
      `<object id="${at + 2}" type="model"><components><component objectid="${at + 1}"/><component objectid="${at + 1}"/></components></object>`,
  );
  const types = 'http://schemas.openxmlformats.org/package/2006';
  return zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${types}/content-types"><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${types}/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
    '3D/3dmodel.model': `<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>${first}${others.join('')}</resources><build><item objectid="31"/></build></model>`,
  });
}
