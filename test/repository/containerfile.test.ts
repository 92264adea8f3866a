import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, 'Containerfile'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** What the last line that begins with an instruction says. */
const last = (instruction: string) => text.split('\n').findLast((line) => line.startsWith(`${instruction} `)) ?? '';

describe('the Containerfile', () => {
  it('starts the service as npm start does', () => {
    const [variable = '', program = '', ...options] = scripts.start.split(' ');
    const command = JSON.parse(last('CMD').slice('CMD '.length));
    expect(command).toEqual([`node_modules/.bin/${program}`, ...options]);
    expect(last('ENV').split(' ')).toContain(variable);
  });

  it('installs what the build of the layers needs', () => {
    const tools = readFileSync(join(ROOT, 'layers/tools.ts'), 'utf8');
    const packages = [...tools.matchAll(/package: '([^']+)'/g)].map(([, name]) => name);
    expect(packages.length).toBeGreaterThan(5);
    const installed = text.split(/\s+/);
    for (const name of packages) if (name !== 'apt' && name !== 'dpkg') expect(installed).toContain(name);
  });

  it('copies nothing that the list of what is sent to the builder leaves out', () => {
    const sent = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) expect(sent).toContain(`!${path}`);
  });
});
