import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POSSIBLE, workbenchFor } from './account/use-account.ts';
import { deployedFunctions } from './template/deployed-functions.ts';
import { Resolver } from './template/resolver.ts';
import { readTemplate } from './template/template.ts';

/** What is in a bundle that uses one of the decoders among the packages, beside it or within. */
const DECODERS = /from"sharp"|@img\/sharp-/;

/** In bytes. With a package in two versions, or with all operations of a service, a bundle soon has more. */
const LARGEST_BUNDLE = 850_000;

/** What is in a bundle whose SDK looks for credentials where a container has them, and at a dozen places more. */
const CONTAINER_CREDENTIALS = 'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI';

const template = POSSIBLE ? readTemplate((await workbenchFor()).synthesis) : undefined;

describe.skipIf(!POSSIBLE)('the bundles', () => {
  const functions = template ? deployedFunctions(template, new Resolver(template)) : [];

  it('of all handlers are small, and look for credentials where Lambda puts them alone', () => {
    expect(functions.length).toBeGreaterThan(20);
    for (const { path, code } of functions) {
      expect(statSync(join(code, 'index.mjs')).size, path).toBeLessThanOrEqual(LARGEST_BUNDLE);
      expect(readFileSync(join(code, 'index.mjs'), 'utf8'), path).not.toContain(CONTAINER_CREDENTIALS);
    }
  });

  it('of engines alone have a decoder, or anything that calls one', () => {
    for (const { path, code } of functions.filter(({ path }) => !path.startsWith('Engines/'))) {
      const files = readdirSync(code, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
      for (const { parentPath, name } of files)
        expect(readFileSync(join(parentPath, name), 'utf8'), `${name} of ${path}`).not.toMatch(DECODERS);
    }
    const sharp = functions.find(({ path }) => path === 'Engines/Sharp')?.code ?? '';
    expect(readFileSync(join(sharp, 'program.mjs'), 'utf8')).toMatch(DECODERS);
  });
});
