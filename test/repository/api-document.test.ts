import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type openApiDocument, openApiJson } from '../../docs/openapi/document.ts';
import { ERROR_HELP } from '../../docs/openapi/errors.ts';
import { ERRORS } from '../../functions/conversion/errors.ts';
import { STATUS_CODES } from '../../functions/http/status-codes.ts';
import { DOCUMENTS } from '../../functions/routes.ts';
import { checkAnswer } from '../support/check-answer.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const file = join(REPOSITORY, DOCUMENTS.openapi);
const text = readFileSync(file, 'utf8');

interface Described {
  readonly content: Readonly<Record<string, { readonly schema: { readonly allOf: readonly [object, Codes] } }>>;
}

interface Codes {
  readonly properties: { readonly code: { readonly enum: readonly (keyof typeof STATUS_CODES)[] } };
}

const document = JSON.parse(text) as ReturnType<typeof openApiDocument>;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    responses: (operation as { responses: Record<string, Described> }).responses,
  })),
);

describe('docs/openapi.json', () => {
  it('is up to date with the code: `npm run docs` writes it', () => {
    expect(text).toBe(openApiJson());
  });

  it('has nothing that a linter complains of', () => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const cli = join(REPOSITORY, 'node_modules/@redocly/cli/bin/cli.js');
    const args = [cli, 'lint', '--extends=recommended', '--max-problems=1000', '--format=json', file];
    const told = execFileSync(process.execPath, args, { env, cwd: REPOSITORY, encoding: 'utf8', stdio: 'pipe' });
    const { totals, problems } = JSON.parse(told);
    expect(problems).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  it('has every error under its status, where it can come', () => {
    const found = new Set<string>();
    for (const { responses } of operations)
      for (const [status, { content }] of Object.entries(responses).filter(([status]) => Number(status) >= 400)) {
        const codes = content['application/json']?.schema.allOf[1].properties.code.enum ?? [];
        expect(codes.length).toBeGreaterThan(0);
        for (const code of codes) {
          expect([code, STATUS_CODES[code]]).toEqual([code, Number(status)]);
          found.add(code);
        }
      }
    expect([...found].sort()).toEqual(Object.keys(ERRORS).sort());
    expect(Object.keys(ERROR_HELP)).toEqual(Object.keys(ERRORS));
  });
});

interface Media {
  readonly example?: object;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

const examples = operations.flatMap(({ method, path, responses }) =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values((content ?? {}) as Readonly<Record<string, Media>>).flatMap(({ example, examples = {} }) =>
      [example, ...Object.keys(examples).map((code) => document.components.examples[code]?.value)]
        .filter((body) => body !== undefined)
        .map((body) => ({ method, path, status: Number(status), body })),
    ),
  ),
);

const HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'content-type': 'application/json',
};

it('the examples are answers that could be given', async () => {
  expect(examples.length).toBeGreaterThan(60);
  for (const { method, path, status, body } of examples) {
    const headers = new Headers(HEADERS);
    await checkAnswer({ method, url: `/api/v1${path}`, status, headers, body: async () => body });
  }
});

it('the check of answers refuses what the document does not say', async () => {
  const answer = (status: number, body: object, headers: Record<string, string>) =>
    checkAnswer({
      method: 'GET',
      url: '/api/v1/health',
      status,
      headers: new Headers(headers),
      body: async () => body,
    });
  const example = examples.find(({ path, status }) => path === '/health' && status === 200);
  const wrong = 'otherwise than the API document says';
  await answer(200, example?.body ?? {}, HEADERS);
  await expect(answer(201, example?.body ?? {}, HEADERS)).rejects.toThrow(wrong);
  await expect(answer(200, { ...example?.body, more: 1 }, HEADERS)).rejects.toThrow(wrong);
  await expect(answer(200, { ...example?.body, message: undefined }, HEADERS)).rejects.toThrow(wrong);
  await expect(answer(200, example?.body ?? {}, { 'content-type': 'application/json' })).rejects.toThrow(wrong);
});
