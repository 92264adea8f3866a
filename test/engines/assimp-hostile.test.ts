import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convertModel } from '../models/convert-model.ts';
import { model } from '../models/model-files.ts';
import { readStl } from '../models/read-model.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';

const outcome = (source: Buffer | string, from: FormatName, to: FormatName = 'stl') =>
  codeOf(convertModel(Buffer.from(source as string), from, to));
const REFUSED = ['UNREADABLE_FILE', 'TOO_COMPLEX', 'UNSUPPORTED_CONVERSION'];
const text = (name: string) => String(model(name));

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

  const doubled = Array.from({ length: 30 }, (_, at) => `<!ENTITY x${at || ''} "&x${at + 1};&x${at + 1};">`).join('');

  it.each(['<!ENTITY x SYSTEM "file:///etc/hostname">', doubled])(
    'are not included by entities (%#)',
    async (entity) => {
      const source = text('box.dae')
        .replace('?><', `?><!DOCTYPE COLLADA [${entity}]><`)
        .replace('>10 0 0<', '>&x; 0 0<');
      const { value, megabytes } = await peakMemory(() => outcome(source, 'dae', 'ply'));
      expect(['none', ...REFUSED]).toContain(value);
      expect(megabytes).toBeLessThan(400);
    },
  );
});

describe('a model that claims or holds too much is refused in little memory', () => {
  const box = model('box.stl');
  const many = Buffer.concat([box.subarray(0, 80), Buffer.alloc(4, 0xff), box.subarray(84)]);
  const nested = text('box.dae')
    .replace('<node id="n">', `${'<node>'.repeat(100_000)}<node id="n">`)
    .replace('</visual_scene>', `${'</node>'.repeat(100_000)}</visual_scene>`);

  it.each<[string, FormatName, Buffer | string]>([
    ['4 billion triangles in stl', 'stl', many],
    ['4 billion corners in ply', 'ply', text('box.ply').replace('vertex 8', 'vertex 4000000000')],
    ['4 billion faces in ply', 'ply', text('box.ply').replace('face 6', 'face 4000000000')],
    ['a face of 4 billion corners in off', 'off', 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n4000000000 0 1 2\n'],
    ['a count that is negative in off', 'off', 'OFF\n-3 -1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n'],
    ['a hundred thousand nodes in nodes in dae', 'dae', nested],
    ['a million brackets in gltf', 'gltf', `{"asset":${'['.repeat(1e6)}`],
    ['nodes that hang on themselves', 'glb', text('boxes.gltf').replace('"children":[1,2]', '"children":[0,1]')],
  ])('%s', { timeout: 120_000 }, async (_, format, source) => {
    const { value, megabytes } = await peakMemory(() => outcome(source, format, format === 'ply' ? 'stl' : 'ply'));
    expect(REFUSED).toContain(value);
    expect(megabytes).toBeLessThan(2300);
  });
});
