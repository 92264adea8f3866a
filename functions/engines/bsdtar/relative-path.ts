import type { Header } from './header.ts';
import { LIMITS, tooDeep } from './limits.ts';
import { refused } from './refusals.ts';

const SLASH = 0x2f;

/**
 * Normalises the path of an archive's entry: relative, without `.` and empty names.
 * @returns an empty string for the root itself
 * @throws ConversionError UNSUPPORTED_CONVERSION where it leads out of the archive
 */
export function relativePath(name: string): string {
  // Windows takes backslashes for slashes, and a letter with a colon for a drive.
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(name)) throw refused(name, 'a name that leads out of it.');
  const relative = /^(?:[A-Za-z]:)?[\\/]+/.exec(name)?.[0] ?? '';
  return name
    .slice(relative.length)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/**
 * Refuses names that no system can unpack, and too many bytes of names.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkNames(headers: readonly Pick<Header, 'name' | 'link'>[]): void {
  let sum = 0;
  for (const { name, link } of headers) {
    sum += name.length + link.length;
    const long = name.length > LIMITS.path || link.length > LIMITS.path || sum > LIMITS.paths;
    if (long || name.filter((byte) => byte === SLASH).length > LIMITS.depth) throw tooDeep();
  }
}

/** Makes an absolute link of a package or a disk relative to its own root. */
export function relativeLink(name: string, target: string): string {
  if (!target.startsWith('/')) return target;
  const up = '../'.repeat(name.split('/').length - 1);
  return `${up}${target.replace(/^\/+/, '')}` || '.';
}
