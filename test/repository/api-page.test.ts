import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionEntries } from '../../docs/openapi/option-schemas.ts';
import { apiPage } from '../../docs/page/api-page.ts';
import { ERRORS } from '../../functions/conversion/errors.ts';
import { DOCUMENTS, helpUrl, ROUTES } from '../../functions/routes.ts';

const text = readFileSync(join(import.meta.dirname, '../..', DOCUMENTS.docs), 'utf8');
const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

describe('docs/api.html', () => {
  it('is up to date with the code: `npm run docs` writes it', () => {
    expect(text).toBe(apiPage());
  });

  it('has a section for every operation, error and option, which links can lead to', () => {
    const sections = [
      ...ROUTES.filter(({ name }) => name !== 'page').map(({ name }) => name),
      ...Object.keys(ERRORS).map((code) => helpUrl(code).replace(/^.*#/, '')),
      ...optionEntries().map(({ name }) => `option-${name}`),
    ];
    expect(ids).toEqual(expect.arrayContaining(sections));
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('leads nowhere where nothing is', () => {
    const links = [...text.matchAll(/ (?:href="#|for=")([^"]*)"/g)].map(([, id = '']) => id);
    expect(links.length).toBeGreaterThan(500);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('has no script, no style but its own, and nothing from elsewhere', () => {
    const risky = /<(script|iframe|object|embed|form|base|img)|<[^>]* (style|on\w+)=|@import|[: ]url\(/g;
    expect(text.match(risky)).toBeNull();
    expect(text.match(/<style>/g)).toHaveLength(1);
    const addresses = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !/^(#|\/api\/v1\/openapi\.json$|data:image\/svg)/.test(address))).toEqual([]);
  });
});
