import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MACHINE } from '../../functions/sandbox/architecture.ts';
import { availablePackages, PackageGone, resolvePackages } from '../../layers/debian/packages.ts';
import { machineMirrors } from '../../layers/debian/sources.ts';
import { PLATFORMS } from '../../layers/platform.ts';
import { Progress } from '../../layers/progress.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** The mirrors of a machine with such files in /etc/apt. */
function mirrorsOf(files: Readonly<Record<string, string>>) {
  const etc = mkdtempSync(join(folder, 'apt-'));
  mkdirSync(join(etc, 'sources.list.d'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(etc, name), text);
  return machineMirrors(etc);
}

it.each([
  [
    'sources.list',
    '# deb http://off.example/debian bookworm main\ndeb [arch=amd64] http://a.example/debian/ bookworm main contrib\ndeb http://a.example/debian-security bookworm-security main\n',
  ],
  [
    'sources.list.d/debian.sources',
    'Types: deb deb-src\n# a comment\nURIs: http://a.example/debian\nSuites: trixie\n trixie-updates\nComponents: main\n\nTypes: deb\nURIs: http://a.example/debian-security\nSuites: trixie-security\nComponents: main\n',
  ],
])('the mirrors that apt is set up with are read from %s', (name, text) => {
  const expected = { archive: 'http://a.example/debian', security: 'http://a.example/debian-security' };
  expect(mirrorsOf({ [name]: text })).toEqual(expected);
});

it('the mirrors that apt is set up with are not those of other archives, nor of what is switched off', () => {
  const tool = 'deb https://tool.example/debian bookworm stable\n';
  const off = 'Enabled: no\nTypes: deb\nURIs: http://a.example/debian\nSuites: trixie\nComponents: main\n';
  const files = { 'sources.list.d/tool.list': tool, 'sources.list.d/off.sources': off };
  expect(() => mirrorsOf(files)).toThrow(/debian:trixie/);
});

it('locked packages of Debian are what the mirror has, unless the locked version is insisted on', async () => {
  const [progress, platform] = [new Progress('test'), PLATFORMS[MACHINE]];
  // Debian has replaced it by a security update.
  const gone = { name: 'hostname', version: '3.24', size: 1, sha256: '0'.repeat(64) };
  const [available] = await availablePackages([gone], ['hostname'], platform, progress, false);
  expect(available).toEqual((await resolvePackages(['hostname'], platform))[0]);
  expect(available?.version).not.toBe(gone.version);
  expect(available?.sha256).toMatch(/^[0-9a-f]{64}$/);
  await expect(availablePackages([gone], ['hostname'], platform, progress, true)).rejects.toThrow(PackageGone);
});
