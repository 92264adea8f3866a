import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type openApiDocument, openApiJson } from '../../docs/openapi/document.ts';
import { ERROR_HELP } from '../../docs/openapi/errors.ts';
import { ERRORS } from '../../functions/conversion/errors.ts';
import { STATUS_CODES } from '../../functions/http/status-codes.ts';
import { DOCUMENTS, ROUTES } from '../../functions/routes.ts';
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

  it('describes every route, and no other', () => {
    const described = operations.map(({ method, path }) => `${method} /api/v1${path}`);
    expect(described.sort()).toEqual(
      ROUTES.filter(({ name }) => name !== 'page')
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
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

describe('the examples', () => {
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

  it('are answers that could be given', async () => {
    expect(examples.length).toBeGreaterThan(60);
    for (const { method, path, status, body } of examples) {
      const url = `/api/v1${path}`;
      const headers = new Headers({
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
        'content-type': 'application/json',
      });
      await checkAnswer({ method, url, status, headers, body: async () => body });
    }
  });
});

describe('the check of answers', () => {
  const envelope = {
    success: true,
    message: 'The service is operational',
    data: { version: '1.0', timestamp: '2026-11-21T04:52:39.504Z', status: 'operational' },
    timestamp: '2026-11-21T04:52:39.504Z',
  };
  const common = {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': 'application/json',
  };
  const check = (
    { status = 200, body = envelope as object, headers = common as Record<string, string> } = {},
    url = '/api/v1/health',
  ) => checkAnswer({ method: 'GET', url, status, headers: new Headers(headers), body: async () => body });
  const error = {
    success: false,
    message: 'Not found',
    error: 'There is nothing.',
    timestamp: '2026-11-21T04:52:39.504Z',
    code: 'NOT_FOUND',
    help_url: '/api/v1/docs#code-NOT_FOUND',
  };

  it('passes what is described, and refuses other statuses, fields, types and headers', async () => {
    await check();
    await check({ status: 404, body: error }, '/api/v1/status/x');
    await check({ status: 404, body: error }, '/nowhere');
    for (const answer of [
      { status: 404, body: error },
      { body: { ...envelope, data: { ...envelope.data, more: 1 } } },
      { body: { ...envelope, timestamp: undefined } },
      { headers: { ...common, 'content-type': 'text/plain' } },
      { headers: { 'content-type': 'application/json' } },
    ])
      await expect(check(answer)).rejects.toThrow('otherwise than the API document says');
  });
});
