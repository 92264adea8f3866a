import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../docs/page/code-sample.ts';
import { REQUEST_SAMPLES, SETUP, WAITING } from '../../docs/page/request-samples.ts';
import { type ApiRouteName, DOCUMENTS, ROUTES } from '../../functions/routes.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const service = useLocalService({ keys: 'optional' });
const committed = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

describe.each([
  ['/api/v1/openapi.json', DOCUMENTS.openapi, 'application/json; charset=utf-8'],
  ['/api/v1/docs', DOCUMENTS.docs, 'text/html; charset=utf-8'],
  ['/docs', DOCUMENTS.docs, 'text/html; charset=utf-8'],
])('GET %s', (path, file, type) => {
  it('gives the file that is written from the code, to be kept for a while', async () => {
    const answer = await service.request(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await answer.text()).toBe(committed(file));
    const tag = answer.headers.get('etag') ?? '';
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await service.request(path, { headers: { 'If-None-Match': known } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect((await service.request(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });
});

describe('the page', () => {
  it('may do nothing but show itself, in its own style', async () => {
    const answer = await service.request('/docs');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe.each(Object.keys(LANGUAGES) as Language[])('the examples in %s', (language) => {
  const folder = temporaryFolder();
  beforeAll(async () => {
    writeFileSync(join(folder, 'photo.jpg'), await photo());
    writeFileSync(join(folder, 'film.mov'), 'not really a film');
  });

  /** Every example, one after another, as a program; waiting comes after convert, and the download after that. */
  const ORDER: readonly (ApiRouteName | 'waiting')[] = [
    ...(['convert', 'waiting', 'status', 'download', 'uploads', 'usage', 'listConversions'] as const),
    ...(['deleteConversion', 'addWebhook', 'webhooks', 'testWebhook', 'rotateWebhook', 'replayWebhook'] as const),
    ...(['removeWebhook', 'formats', 'health', 'openapi', 'docs'] as const),
  ];

  const textOf = (name: ApiRouteName | 'waiting') =>
    name === 'waiting' ? WAITING[language] : REQUEST_SAMPLES[name][language];

  /** A program of the examples: each has names of its own, and the identifier is taken from the first answer. */
  function program(): readonly [command: string, args: readonly string[]] {
    if (language === 'python')
      return ['python3', ['-c', ['import time', SETUP.python, ...ORDER.map(textOf)].join('\n')]];
    if (language === 'curl') {
      const identifier = `ID=$(${textOf('convert')} | grep -o '[0-9a-f-]\\{36\\}' | head -1)`;
      const lines = ORDER.map((name) => (name === 'convert' ? identifier : textOf(name)));
      return ['bash', ['-eo', 'pipefail', '-c', [SETUP.curl, ...lines].join('\n')]];
    }
    // What convert answers is used by what follows; all else stays in a block.
    const blocks = ORDER.map((name) => (name === 'convert' ? textOf(name) : `{\n${textOf(name)}\n}`));
    return [process.execPath, ['--input-type=module', '--eval', [SETUP.javascript, ...blocks].join('\n')]];
  }

  it('run as they stand, and fetch a result', async () => {
    const [command, args] = program();
    const API_KEY = await service.makeKey({ account: 'reader' });
    const PYTHONPATH = join(REPOSITORY, 'test/support/python');
    await promisify(execFile)(
      command,
      args.map((text) => text.replaceAll('http://localhost:3000', service.origin)),
      { cwd: folder, env: { ...process.env, API_KEY, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' } },
    );
    expect(readFileSync(join(folder, 'photo.webp')).subarray(8, 12).toString()).toBe('WEBP');
    if (language === 'curl')
      for (const file of ['openapi.json', 'api.html']) expect(existsSync(join(folder, file))).toBe(true);
  });

  it('are of every operation', () => {
    expect(ORDER.filter((name) => name !== 'waiting').sort()).toEqual(
      ROUTES.filter(({ name }) => name !== 'page')
        .map(({ name }) => name)
        .sort(),
    );
  });
});
