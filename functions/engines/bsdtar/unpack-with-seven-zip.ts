import type { FormatName } from '../../conversion/formats.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import type { EngineJob } from '../engine.ts';
import type { Entry } from './entry.ts';
import { listWithSevenZip } from './list-with-seven-zip.ts';
import { DamagedMember, incomplete, passwordProtected, UnsupportedMethod, unreadable } from './refusals.ts';
import { passwordLine, runSevenZip } from './tools.ts';
import { unpackMembers } from './unpack-members.ts';

/** 7-Zip's type of a format, where it has another name; 7-Zip must not guess it. */
const TYPES: Partial<Record<FormatName, string>> = { jar: 'zip', deb: 'ar' };

/** 7-Zip's error about a damaged file. */
const DAMAGED_MEMBER = /^ERROR: (?:CRC Failed|Checksum Error|Data Error|Unexpected end of data) : (.+)$/im;

/**
 * Lists and unpacks an archive with 7-Zip, which verifies the checksums of its members.
 * @throws ConversionError
 */
export async function unpackWithSevenZip(job: EngineJob): Promise<Entry[]> {
  const { folder, sourcePath, sourceFormat, options } = job;
  // Alternate data streams, which only Windows has, are left out.
  const args = [`-t${TYPES[sourceFormat] ?? sourceFormat}`, '-sns-', '--', sourcePath];
  const { members, encrypted, result } = await listWithSevenZip(args, { folder, input: passwordLine(options) });
  const locks = { encrypted, given: options.password !== undefined };
  checkRun(result, locks);
  return unpackMembers(job, members, async (onOutput) =>
    checkRun(await runSevenZip(['x', '-so', ...args], { folder, onOutput, input: passwordLine(options) }), locks),
  );
}

/**
 * Throws the error of a failed run of 7-Zip.
 * @throws ConversionError
 */
export function checkRun(result: RunResult, { encrypted, given } = { encrypted: false, given: false }): RunResult {
  if (result.exitCode === 0) return result;
  const said = `${result.stdout}\n${result.stderr}`;
  if (encrypted || /Enter password|Wrong password/.test(said)) throw passwordProtected(given);
  if (/Missing volume|Can't open volume/i.test(said)) throw incomplete(said);
  if (/Unsupported Method/i.test(said)) throw new UnsupportedMethod(said);
  const [, damaged] = DAMAGED_MEMBER.exec(said) ?? [];
  throw damaged === undefined ? unreadable(result) : new DamagedMember(damaged, result);
}
