import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { services } from '../../functions/services/services.ts';
import { type Envelope, read, useLocalService } from '../support/local-service.ts';
import { useLogLines } from '../support/log-lines.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService();
const lines = useLogLines();

type Fields = Record<string, string>;

/** The ways by which a file and what is asked of it come in. */
const LANES = {
  'a small form': (content: Uint8Array, fields: Fields) => read(service.convert(content, 'photo.jpg', fields)),
  'a streamed form': (content: Uint8Array, fields: Fields) => {
    const parts = Object.entries(fields).map(([name, text]) => ({ name, content: text }));
    return service.convertStream(...parts, { name: 'file', filename: 'photo.jpg', content });
  },
  'the queue': (content: Uint8Array, fields: Fields) =>
    read(service.convert(content, 'photo.jpg', fields, { Prefer: 'respond-async' })),
  'an upload': async (content: Uint8Array, { options, ...fields }: Fields) => {
    const typed = Object.entries(fields).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]);
    const order = {
      filename: 'photo.jpg',
      ...Object.fromEntries(typed),
      ...(options && { options: JSON.parse(options) }),
    };
    return service.upload(content, order);
  },
} satisfies Record<string, (content: Uint8Array, fields: Fields) => Promise<{ status: number; body: Envelope }>>;

const names = Object.keys(LANES) as (keyof typeof LANES)[];

describe('the same options', () => {
  it('give the same bytes by every lane, as parts and as JSON', async () => {
    const jpg = await photo();
    const settings: Fields[] = [
      { target_format: 'webp', width: '40', fit: 'fill', height: '30' },
      { target_format: 'webp', options: '{"width": 40, "height": 30, "fit": "fill"}' },
      { target_format: 'webp', width: '40', options: '{"height": 30, "fit": "fill"}' },
    ];
    const results = await Promise.all(
      names.flatMap((name) =>
        settings.map(async (fields) => {
          const { body } = await LANES[name](jpg, fields);
          const { body: status } = await service.settled(body.data.conversion_id);
          expect(status.data.options).toEqual({ width: 40, height: 30, fit: 'fill' });
          const response = await service.request(body.data.download_url);
          return createHash('sha256')
            .update(await response.bytes())
            .digest('hex');
        }),
      ),
    );
    expect(results).toHaveLength(12);
    expect(new Set(results).size).toBe(1);
  });

  it.each(names)('are refused alike, by %s', async (name) => {
    const jpg = await photo();
    const refusal = async (fields: Fields) => {
      const { status, body } = await LANES[name](jpg, { target_format: 'webp', ...fields });
      return [status, body.code, body.error];
    };
    for (const [fields, error] of [
      [{ widht: '40' }, '"widht" is no option'],
      [{ width: '0' }, '"width" must be'],
      [{ options: '{"width": 0}' }, '"width"'],
      [{ options: '[1]' }, '"options" must be'],
      [{ width: '1', options: '{"width": 1}' }, '"width" was given twice'],
    ] as const)
      expect(await refusal(fields)).toEqual([400, 'INVALID_OPTION', expect.stringContaining(error)]);
    await vi.waitFor(async () => expect(await service.stored()).toEqual([]));
  });

  it('that only other sources of the target have are refused when the source is known', async () => {
    const refused = expect.stringContaining('"scale" is no option of jpg to webp');
    for (const name of names) {
      const { body } = await LANES[name](await photo(), { target_format: 'webp', scale: '2' });
      const known = body.data ? (await service.settled(body.data.conversion_id)).body : body;
      expect([name, known.code, known.error]).toEqual([name, 'INVALID_OPTION', refused]);
    }
  });
});

describe('a secret', () => {
  it('is in no response and no log entry, and deleted when the job is done', async () => {
    const password = 'open-sesame-42';
    const text = Buffer.from('# Title\n\nSome words.\n');
    const fields = { target_format: 'pdf', encrypt_password: password };
    const answers = await Promise.all(
      [undefined, { Prefer: 'respond-async' }].map((headers) => read(service.convert(text, 'a.md', fields, headers))),
    );
    for (const { body } of answers) {
      const { body: status } = await service.settled(body.data.conversion_id);
      expect(status.data).toMatchObject({ status: 'ready', options: {} });
      expect(JSON.stringify([body, status])).not.toContain(password);
      const record = await services().conversions.find(body.data.conversion_id);
      expect(record).toMatchObject({ state: 'ready', secrets: {} });
    }
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(password))).toEqual([]);
  });
});
