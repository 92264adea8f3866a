import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineMirrors } from '../../layers/debian/sources.ts';

let etc: string;

beforeEach(() => {
  etc = mkdtempSync(join(tmpdir(), 'apt-'));
  mkdirSync(join(etc, 'sources.list.d'));
});

afterEach(() => rmSync(etc, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(etc, name), text);

describe('the mirrors that apt is set up with', () => {
  it('are read from one-line sources', () => {
    write(
      'sources.list',
      '# deb http://off.example/debian bookworm main\ndeb [arch=amd64] http://a.example/debian/ bookworm main contrib\ndeb http://s.example/debian-security bookworm-security main\n',
    );
    expect(machineMirrors(etc)).toEqual({
      archive: 'http://a.example/debian',
      security: 'http://s.example/debian-security',
    });
  });

  it('are read from deb822 sources', () => {
    write(
      'sources.list.d/debian.sources',
      'Types: deb deb-src\n# a comment\nURIs: http://a.example/debian\nSuites: trixie\n trixie-updates\nComponents: main\n\nTypes: deb\nURIs: http://a.example/debian-security\nSuites: trixie-security\nComponents: main\n',
    );
    expect(machineMirrors(etc)).toEqual({
      archive: 'http://a.example/debian',
      security: 'http://a.example/debian-security',
    });
  });

  it('are not those of other archives, nor of what is switched off', () => {
    write('sources.list.d/tool.list', 'deb https://tool.example/debian bookworm stable\n');
    write(
      'sources.list.d/off.sources',
      'Enabled: no\nTypes: deb\nURIs: http://a.example/debian\nSuites: trixie\nComponents: main\n',
    );
    expect(() => machineMirrors(etc)).toThrow(/debian:trixie/);
  });
});
