import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { LARGEST_UPLOAD } from '../../functions/conversion/conversion.ts';
import {
  convertDropped,
  type DropFolderServices,
  type DropOutcome,
} from '../../functions/drop-folder/convert-dropped.ts';
import { conversionIdOf, type DroppedFile } from '../../functions/drop-folder/dropped-file.ts';
import { resultOutputKey } from '../../functions/drop-folder/output-key.ts';
import type { DropFolderSettings } from '../../functions/drop-folder-settings.ts';
import { S3Places } from '../../functions/storage/s3-places.ts';
import { photo } from '../support/pictures.ts';
import { wav } from '../support/sound.ts';
import { DROPPED, MADE, useDropFolder } from './use-drop-folder.ts';

const FOLDER: DropFolderSettings = { prefix: 'in/', into: MADE, outPrefix: 'out/', to: 'webp' };

const here = useDropFolder();

const soon = () => Date.now() + 60_000;

function convert(file: DroppedFile, services: DropFolderServices): Promise<DropOutcome> {
  return convertDropped(file, soon(), services);
}

const isWebp = (content: Buffer | undefined) => content?.subarray(8, 12).toString() === 'WEBP';

async function recordOf(file: DroppedFile, services: DropFolderServices) {
  return services.conversions.find(conversionIdOf(file, services.folder, await services.secret()));
}

/** The same object, but for a method that dies on its first call: before it does anything, or after. */
function dying<T extends object>(object: T, method: keyof T, when: 'before' | 'after'): T {
  let dead = false;
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return async (...parameters: unknown[]) => {
        const dies = name === method && !dead;
        if (dies) dead = true;
        if (dies && when === 'before') throw new Error('died');
        const result: unknown = await value.apply(target, parameters);
        if (dies) throw new Error('died');
        return result;
      };
    },
  });
}

describe('a file in a drop folder', { timeout: 120_000 }, () => {
  it('is converted once, however often it is reported, also at the same time', async () => {
    const services = here.services(FOLDER);
    const file = await here.put('in/often.jpg', await photo(40, 30));
    const first = await Promise.allSettled(Array.from({ length: 6 }, () => convert(file, services)));
    expect(first).toContainEqual({ status: 'fulfilled', value: 'OK' });
    for (let time = 0; time < 3; time += 1) expect(await convert(file, services)).toBe('OK');
    expect(await recordOf(file, services)).toMatchObject({ state: 'spent', attempts: 1 });
    expect(isWebp(await here.get('out/often.jpg.webp'))).toBe(true);
    expect(await here.stored()).toEqual([]);
  });

  it('gets no second result when it is reported after the first was deleted', async () => {
    const services = here.services(FOLDER);
    const file = await here.put('in/taken.jpg', await photo(40, 30));
    expect(await convert(file, services)).toBe('OK');
    await here.buckets.get(MADE)?.delete('out/taken.jpg.webp');
    expect(await convert(file, services)).toBe('OK');
    expect(await here.get('out/taken.jpg.webp')).toBeUndefined();
  });

  const deaths: readonly (readonly [string, (services: DropFolderServices) => DropFolderServices])[] = [
    ['looking at it', (all) => ({ ...all, places: dying(all.places, 'look', 'before') })],
    ['copying it in', (all) => ({ ...all, places: dying(all.places, 'copyIn', 'after') })],
    ['reading what it is', (all) => ({ ...all, files: dying(all.files, 'peek', 'after') })],
    ['counting it', (all) => ({ ...all, slots: dying(all.slots, 'take', 'after') })],
    ['writing its record', (all) => ({ ...all, conversions: dying(all.conversions, 'create', 'before') })],
    ['sending its job', (all) => ({ ...all, jobs: dying(all.jobs, 'send', 'before') })],
    ['copying its result', (all) => ({ ...all, places: dying(all.places, 'copyOut', 'before') })],
    ['having copied its result', (all) => ({ ...all, places: dying(all.places, 'copyOut', 'after') })],
    ['ending it', (all) => ({ ...all, conversions: dying(all.conversions, 'endDownload', 'after') })],
    ['deleting what is left', (all) => ({ ...all, files: dying(all.files, 'delete', 'before') })],
  ];
  it.each(deaths)('is done when its message comes back after a death while %s', async (name, wrap) => {
    const services = wrap(here.services(FOLDER));
    const file = await here.put(`in/${name}.jpg`, await photo(40, 30));
    await expect(convert(file, services)).rejects.toThrow('died');
    expect(await convert(file, services)).toBe('OK');
    expect(isWebp(await here.get(`out/${name}.jpg.webp`))).toBe(true);
    expect(await recordOf(file, services)).toMatchObject({ state: 'spent', attempts: 1 });
    await expect.poll(() => here.stored()).toEqual([]);
  });

  it('comes back when its conversion takes longer than a call', async () => {
    const services = here.services(FOLDER);
    const file = await here.put('in/slow.jpg', await photo(40, 30));
    await expect(convertDropped(file, Date.now() - 1, services)).rejects.toMatchObject({ file: 'under way' });
    expect(await convert(file, services)).toBe('OK');
  });

  it('waits while as many as may be are under way, and is begun when one of them has ended', async () => {
    const services = { ...here.services({ ...FOLDER, prefix: 'few/' }), atOnce: 2 };
    const picture = await photo(40, 30);
    const files = [];
    for (let count = 0; count < 5; count += 1) files.push(await here.put(`few/${count}.jpg`, picture));
    const begun = await Promise.allSettled(files.map((file) => convertDropped(file, Date.now() - 1, services)));
    const states = begun.map((outcome) => outcome.status === 'rejected' && outcome.reason.file);
    expect([...states].sort()).toEqual(['under way', 'under way', 'waiting', 'waiting', 'waiting']);
    for (const state of ['under way', 'waiting'])
      for (const file of files.filter((_, index) => states[index] === state))
        expect(await convert(file, services)).toBe('OK');
  });

  it('gets a report where it cannot be converted; nothing of it stays stored', async () => {
    const services = here.services(FOLDER);
    const contents: readonly (readonly [string, Buffer, string])[] = [
      ['in/cut.jpg', (await photo(40, 30)).subarray(0, 300), 'UNREADABLE_FILE'],
      ['in/unknown.xyz', Buffer.from([0, 1, 2, 3, 250, 251, 252, 9, 0]), 'UNKNOWN_FORMAT'],
      ['in/no-picture.wav', wav(10_000), 'UNSUPPORTED_CONVERSION'],
      ['in/empty.jpg', Buffer.alloc(0), 'EMPTY_FILE'],
    ];
    for (const [key, content, code] of contents) {
      const file = await here.put(key, content);
      for (let time = 0; time < 2; time += 1) expect(await convert(file, services)).toBe(code);
      const place = `out/${key.slice(3)}.error.json`;
      expect(JSON.parse(`${await here.get(place)}`)).toMatchObject({ code, file: key });
    }
    await expect.poll(() => here.stored()).toEqual([]);
  });

  it('is not even copied when it is larger than may be', async () => {
    const key = 'in/large.wav';
    const chunk = Buffer.alloc(1024 * 1024);
    async function* content() {
      for (let sent = 0; sent <= LARGEST_UPLOAD; sent += chunk.length) yield chunk;
    }
    const object = await here.buckets.get(DROPPED)?.put(key, content(), 'audio/wav');
    const file = { bucket: DROPPED, key, etag: object?.etag.replaceAll('"', ''), sequencer: '1' };
    const services = here.services(FOLDER);
    const places = dying(services.places, 'copyIn', 'before');
    expect(await convert(file, { ...services, places })).toBe('FILE_TOO_LARGE');
    await here.buckets.get(DROPPED)?.delete(key);
  });

  it('gets a report where it may not be read; its message comes back where its result may not be written', async () => {
    const services = here.services(FOLDER);
    const file = await here.put('in/forbidden.jpg', await photo(40, 30));
    const credentials = { accessKeyId: 'another', secretAccessKey: 'nobody' };
    const forbidden = new S3Places(new S3Client({ forcePathStyle: true, credentials }), 'files');
    const without = (method: 'look' | 'copyOut') =>
      new Proxy(services.places, {
        get: (places, name) => {
          const target = name === method ? forbidden : places;
          return Reflect.get(target, name).bind(target);
        },
      });
    expect(await convert(file, { ...services, places: without('look') })).toBe('UNREADABLE_FILE');
    expect(`${await here.get('out/forbidden.jpg.error.json')}`).toContain('UNREADABLE_FILE');
    await expect(convert(file, { ...services, places: without('copyOut') })).rejects.toThrow(S3ServiceException);
    expect(await convert(file, services)).toBe('OK');
  });

  it('that is overwritten meanwhile is left to the event of the new one, whose result is the last', async () => {
    const services = here.services(FOLDER);
    const [before, after] = [await photo(40, 30), await photo(80, 60)];
    const early = await here.put('in/replaced.jpg', before);
    await expect(convertDropped(early, Date.now() - 1, services)).rejects.toThrow();
    const late = await here.put('in/replaced.jpg', after);
    expect(await convert(late, services)).toBe('OK');
    const result = await here.get('out/replaced.jpg.webp');
    expect(await convert(early, services)).toBe('replaced');
    expect(await here.get('out/replaced.jpg.webp')).toEqual(result);
    const never = { ...early, sequencer: 'another' };
    expect(await convert(never, services)).toBe('replaced');
    expect(await recordOf(never, services)).toBeUndefined();
    await expect.poll(() => here.stored()).toEqual([]);
  });

  it('that is taken away before it was begun is forgotten; after that its result is put there', async () => {
    const services = here.services(FOLDER);
    const begun = await here.put('in/begun.jpg', await photo(40, 30));
    await expect(convertDropped(begun, Date.now() - 1, services)).rejects.toThrow();
    await here.buckets.get(DROPPED)?.delete(begun.key);
    expect(await convert(begun, services)).toBe('OK');
    expect(isWebp(await here.get('out/begun.jpg.webp'))).toBe(true);
    expect(await convert({ ...begun, key: 'in/never-there.jpg' }, services)).toBe('replaced');
  });

  it('is left alone when it is not meant', async () => {
    const services = here.services({ ...FOLDER, suffixes: ['.jpg'] });
    const keys = ['in/a.txt', 'in/', 'other/a.jpg', 'in/.jpg/', 'in'];
    for (const key of keys) expect(await convert(await here.put(key, await photo(40, 30)), services)).toBe('ignored');
    const folder = await here.put('in/folder/', Buffer.alloc(0));
    expect(await convert(folder, here.services(FOLDER))).toBe('ignored');
  });
});

describe('what a drop folder makes', () => {
  it('is converted by none, so that two that feed each other come to an end', async () => {
    const there = here.services({ prefix: 'a/', into: MADE, outPrefix: 'b/', to: 'webp' });
    const back = here.services({ prefix: 'b/', into: MADE, outPrefix: 'a/', to: 'png' });
    const file = await here.put('a/picture.jpg', await photo(40, 30), MADE);
    expect(await convert(file, there)).toBe('OK');
    const made = { bucket: MADE, key: 'b/picture.jpg.webp', sequencer: '1' };
    expect(await convert(made, back)).toBe('ignored');
    const broken = await here.put('a/broken.jpg', Buffer.from('nothing'), MADE);
    expect(await convert(broken, there)).toBe('UNREADABLE_FILE');
    const failure = { bucket: MADE, key: 'b/broken.jpg.error.json', sequencer: '1' };
    expect(await convert(failure, back)).toBe('ignored');
    // Whoever copies it into another folder means it.
    expect(await convert(await here.copy(made.key, 'b/copied.webp'), back)).toBe('OK');
  });

  it('is not made of anything where it would lie in the folder itself, whatever the names of buckets were at synthesis', async () => {
    for (const outPrefix of ['in/out/', 'in/', '', 'i']) {
      const file = await here.put('in/picture.jpg', await photo(40, 30), MADE);
      expect(await convert(file, here.services({ ...FOLDER, outPrefix }))).toBe('ignored');
    }
  });
});

describe('a hostile name', { timeout: 120_000 }, () => {
  const long = (text: string, bytes: number) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
  const keys = [
    'a+b c.jpg',
    '%2e%2e%2fa+%41.jpg',
    'x?versionId=1&y#z.jpg',
    '../../etc/passwd.jpg',
    '..',
    'a/../b.jpg',
    './a.jpg',
    '/a.jpg',
    'a//b///c.jpg',
    '…漢字 é\u0301 \u{1f600}.jpg',
    '\u202egpj.exe.jpg',
    'a\nb\r\nc\t\u0001.jpg',
    '"<>|*:\'`$(x);{y}.jpg',
    '__proto__',
    'folder/',
    long('x', 1021),
    `a${long('\u{1f600}', 1020)}`,
    `${long('a/', 1018)}jpg`,
    long('../', 1020),
  ];

  it.each(keys.map((key) => [JSON.stringify(key).slice(0, 40), key]))(
    '%s: its result has an output key',
    async (_, name) => {
      const services = here.services(FOLDER);
      const file = await here.put(`in/${name}`, await photo(40, 30));
      expect(await convert(file, services)).toBe('OK');
      const place = resultOutputKey(FOLDER, file.key, 'webp');
      expect(isWebp(await here.get(place))).toBe(true);
      expect(place.startsWith('out/')).toBe(true);
      expect(place.split('/').filter((part) => part === '..' || part === '.')).toEqual([]);
      expect(Buffer.byteLength(place)).toBeLessThanOrEqual(1024);
      expect(place.isWellFormed()).toBe(true);
    },
  );

  it('has an output key that no other has', () => {
    const places = [...keys, ...keys.map((key) => `${key}x`)].map((key) =>
      resultOutputKey(FOLDER, `in/${key}`, 'webp'),
    );
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('the identifier of the conversion of a file', () => {
  const file = { bucket: DROPPED, key: 'in/a.jpg', etag: 'abc', sequencer: '1' };

  it('is another for another file, another putting of it, another folder and another secret', () => {
    const ids = [
      conversionIdOf(file, FOLDER, 'one'),
      conversionIdOf({ ...file, key: 'in/b.jpg' }, FOLDER, 'one'),
      conversionIdOf({ ...file, bucket: MADE }, FOLDER, 'one'),
      conversionIdOf({ ...file, sequencer: '2' }, FOLDER, 'one'),
      conversionIdOf({ ...file, etag: 'abd' }, FOLDER, 'one'),
      conversionIdOf(file, { ...FOLDER, to: 'png' }, 'one'),
      conversionIdOf(file, FOLDER, 'two'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(conversionIdOf({ ...file }, { ...FOLDER }, 'one')).toBe(ids[0]);
  });
});
