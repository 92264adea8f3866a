import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convertModel } from '../models/convert-model.ts';
import { model } from '../models/model-files.ts';
import { readStl } from '../models/read-model.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const outcome = (source: Buffer, from: FormatName, to: FormatName = 'stl') => codeOf(convertModel(source, from, to));
const REFUSED = ['UNREADABLE_FILE', 'TOO_COMPLEX', 'UNSUPPORTED_CONVERSION'];

describe('a damaged model', () => {
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
  ] as const)('as truncated %s (%s) is refused', async (format, name) => {
    const whole = name ? model(name) : (await convertModel(model('boxes.glb'), 'glb', format)).model;
    expect(await outcome(whole, format, format === 'glb' ? 'ply' : 'glb')).toBe('none');
    for (const part of [0.1, 0.5, 0.8])
      expect(REFUSED, `${part}`).toContain(
        await outcome(whole.subarray(0, Math.floor(whole.length * part)), format, 'obj'),
      );
  });

  it('with a vertex that is not finite is refused', async () => {
    const stl = model('box.stl');
    stl.writeFloatLE(Number.NaN, 84 + 12);
    expect(await outcome(stl, 'stl', 'ply')).toBe('UNREADABLE_FILE');
  });
});

describe('other files that a model names', () => {
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
    const { format, model: result } = await convertModel(source, 'obj', 'glb');
    expect(format).toBe('glb');
    expect(readStl((await convertModel(result, 'glb', 'stl')).model).volume).toBe(6);
    expect(result.toString('latin1')).not.toMatch(/"baseColorFactor":\[0(?:\.0)?,1/);
  });

  it('are not included by entities', async () => {
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

describe('a model that claims or holds too much is refused in little memory', () => {
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
