import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The release that all layers are made of, whatever the build machine runs. */
export const RELEASE = 'trixie';

/** Where packages come from: the mirrors this machine is set up with. */
export interface Mirrors {
  readonly archive: string;
  readonly security: string;
}

interface Source {
  readonly uri: string;
  readonly suite: string;
}

const DEBIAN_SUITE = /^(bullseye|bookworm|trixie|forky|sid|oldstable|stable|testing|unstable)\b/;
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Reads from apt's own settings which mirrors of the Debian archive this machine uses.
 * @throws Error when it uses none
 */
export function machineMirrors(etc = '/etc/apt'): Mirrors {
  const sources = sourceFiles(etc).flatMap((file) => parse(file, readFileSync(file, 'utf8')));
  const debian = sources.filter(({ suite }) => DEBIAN_SUITE.test(suite));
  const archive = debian.find(({ uri, suite }) => !isSecurity(suite) && /\/debian(\.list)?$/.test(uri))?.uri;
  if (!archive)
    throw new Error('apt on this machine knows no Debian mirror. Build the layers on Debian or in debian:trixie.');
  const security =
    debian.find(({ suite }) => isSecurity(suite))?.uri ?? archive.replace(/debian(\.list)?$/, 'debian-security$1');
  return { archive, security };
}

/** The lines of a sources.list for our release on these mirrors. */
export function sourceLines({ archive, security }: Mirrors): string {
  const options = existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : '';
  return [
    `deb ${options}${archive} ${RELEASE} main`,
    `deb ${options}${archive} ${RELEASE}-updates main`,
    `deb ${options}${security} ${RELEASE}-security main`,
    '',
  ].join('\n');
}

function isSecurity(suite: string): boolean {
  return suite.endsWith('-security');
}

function sourceFiles(etc: string): string[] {
  const parts = join(etc, 'sources.list.d');
  const names = existsSync(parts) ? readdirSync(parts).sort() : [];
  return [join(etc, 'sources.list'), ...names.map((name) => join(parts, name))].filter(
    (file) => /\.(list|sources)$/.test(file) && existsSync(file),
  );
}

function parse(file: string, text: string): Source[] {
  return file.endsWith('.sources') ? text.split(/\n\s*\n/).flatMap(parseStanza) : text.split('\n').flatMap(parseLine);
}

/** `deb [options] uri suite component...` */
function parseLine(line: string): Source[] {
  const match = /^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s+(.*)$/.exec(line.replace(/#.*/, ''));
  if (!match) return [];
  const [, uri = '', suite = '', components = ''] = match;
  return /\bmain\b/.test(components) ? [{ uri: trimmed(uri), suite }] : [];
}

/** The deb822 form: `Types:`, `URIs:`, `Suites:`, `Components:`, each perhaps continued on the next line. */
function parseStanza(stanza: string): Source[] {
  const fields = new Map<string, string[]>();
  const joined = stanza.replace(/^#.*\n?/gm, '').replace(/\n[ \t]+/g, ' ');
  for (const line of joined.split('\n')) {
    const [name = '', ...rest] = line.split(':');
    fields.set(name.trim().toLowerCase(), rest.join(':').trim().split(/\s+/));
  }
  const all = (name: string) => fields.get(name) ?? [];
  if (!all('types').includes('deb') || !all('components').includes('main') || all('enabled')[0] === 'no') return [];
  return all('uris').flatMap((uri) => all('suites').map((suite) => ({ uri: trimmed(uri), suite })));
}

function trimmed(uri: string): string {
  return uri.replace(/\/+$/, '');
}
