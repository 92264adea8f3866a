import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MACHINE } from '../../functions/sandbox/architecture.ts';
import { PLATFORMS } from '../../layers/platform.ts';
import { packagesFor } from '../../layers/tools.ts';

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
    const installed = text.split(/\s+/);
    for (const name of packagesFor(PLATFORMS[MACHINE]))
      if (name !== 'apt' && name !== 'dpkg') expect(installed).toContain(name);
  });

  it('copies nothing that the list of what is sent to the builder leaves out', () => {
    const sent = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
    expect(copied.length).toBeGreaterThan(5);
    const isSent = (path: string) => sent.includes(`!${path}`) || sent.includes(`!${path.split('/')[0]}`);
    expect(copied.filter((path) => !isSent(path))).toEqual([]);
  });
});
