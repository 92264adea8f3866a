import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { zip } from '../documents/package.ts';
import { convertModel } from '../models/convert-model.ts';
import { readStl } from '../models/read-model.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { unzip } from '../support/unzip.ts';

const model = (name: string) => committed(`models/files/${name}`);
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
const sample = (name: string) => committed(`models/3mf/${name}.3mf`);

describe('3MF with parts in files of their own', () => {
  it.each([
    ['parts', { triangles: 48, volume: 24, least: [0, 0, 0], greatest: [106, 2, 3] }],
    ['parts-of-parts', { triangles: 72, volume: 36 }],
    // With a root model of another name, without resources.
    ['other-root', { triangles: 12, volume: 6 }],
  ])('is converted with all of them at their positions: %s', async (name, seen) => {
    expect(readStl((await convertModel(sample(name), '3mf', 'stl')).model)).toMatchObject(seen);
  });

  it('keeps the materials of each part', async () => {
    const { files } = await convertModel(sample('materials'), '3mf', 'obj');
    const used = [...String(files.get('model.obj')).matchAll(/^usemtl (.*)$/gm)].map(([, name]) => name);
    const materials = String(files.get('model.mtl')).split('newmtl ');
    const colours = used.map(
      (name) => /Kd (.*)/.exec(materials.find((each) => each.startsWith(`${name}\n`)) ?? '')?.[1],
    );
    expect(colours.sort()).toEqual(['0 1 0', '1 0 0']);
  });
});

describe('3MF that would be incomplete is refused', () => {
  it.each([
    ['part-not-there', /^UNREADABLE_FILE$/],
    ['object-not-in-part', /^UNREADABLE_FILE$/],
    ['object-nowhere', /^UNREADABLE_FILE$/],
    ['part-outside', /^UNREADABLE_FILE$/],
    ['part-no-model', /^UNREADABLE_FILE$/],
    ['part-of-itself', /^UNREADABLE_FILE$/],
    ['part-in-inches', /^UNSUPPORTED_CONVERSION$/],
    ['beams', /^UNSUPPORTED_CONVERSION$/],
    ['texture', /^UNSUPPORTED_CONVERSION$/],
    ['utf-16', /^UNSUPPORTED_CONVERSION$/],
    ['object-of-itself', /^(?:UNREADABLE_FILE|TOO_COMPLEX)$/],
    ['object-of-itself-in-part', /^(?:UNREADABLE_FILE|TOO_COMPLEX)$/],
  ])('%s', async (name, code) => {
    expect(await outcome(sample(name), '3mf')).toMatch(code);
  });
});

describe('a package that claims or holds too much is refused in little memory', { timeout: 120_000 }, () => {
  it.each(['megabyte-of-paths', 'megabyte-of-numbers', 'megabyte-of-places'])('%s', async (name) => {
    const { value, megabytes } = await peakMemory(() => outcome(sample(name), '3mf'));
    expect([value, megabytes < 2300]).toEqual(['UNREADABLE_FILE', true]);
  });

  it('parts of 400 MB together', async () => {
    const files = [...unzip(sample('parts'))].map(([name, content]) =>
      name.startsWith('3D/Objects') ? [name, ' '.repeat(200e6)] : [name, content],
    );
    const source = await zip(Object.fromEntries(files));
    const { value, megabytes } = await peakMemory(() => outcome(source, '3mf'));
    expect([value, megabytes < 2300]).toEqual(['TOO_COMPLEX', true]);
  });
});
