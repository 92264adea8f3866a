import type { RunResult } from '../../sandbox/run-tool.ts';
import type { EngineJob } from '../engine.ts';
import type { Entry } from './entry.ts';
import { checkMembers, type Member } from './member.ts';
import { DamagedMember, incomplete, UnsupportedMethod, unreadable, unsupportedEncryption } from './refusals.ts';
import { runUnar } from './tools.ts';
import { unpackMembers } from './unpack-members.ts';

/** The longest listing, in bytes: enough for the most members. */
const LONGEST_LIST = 128 * 1024 * 1024;

/** lsar's listing of a member. */
interface Listed {
  readonly XADFileName: string;
  readonly XADFileSize?: number;
  readonly XADIsDirectory?: number;
  readonly XADIsLink?: number;
  readonly XADIsHardLink?: number;
  readonly XADIsResourceFork?: number;
  readonly XADIsCorrupted?: number;
  readonly XADLinkDestination?: string;
  readonly XADPosixPermissions?: number;
  readonly XADLastModificationDate?: string;
  /** Whether its checksum is right; directories and links are not tested. */
  readonly lsarTestResult?: string;
}

const PASSED: readonly (string | undefined)[] = ['ok', 'not_tested', undefined];
/** The result for a Macintosh file in LHA, whose checksum includes more than the unpacked content. */
const UNTESTED = 'no_checksum';

/**
 * Lists, verifies and unpacks an archive with The Unarchiver: old and solid RAR, and all methods of LHA.
 * @throws ConversionError
 */
export async function unpackWithUnar(job: EngineJob): Promise<Entry[]> {
  const { folder, sourcePath, sourceFormat } = job;
  // Latin-1 keeps the bytes of LHA's names; RAR mostly states the encoding.
  const names = sourceFormat === 'lha' ? ['-e', 'iso-8859-1'] : [];
  const args = ['-nr', ...names];
  const { result, listed } = await list([...args, '-jss', '-j', '-t', sourcePath], folder);
  const tested = sourceFormat === 'lha' && listed.some(isUntested) && (await passesLhasa(sourcePath, folder));
  const fault = listed.find((member) => !PASSED.includes(member.lsarTestResult) && !(tested && isUntested(member)));
  if (result.exitCode !== 0 || fault) throw unarFault(result, fault);
  const members = listed.map((member) => memberOf(member, sourceFormat === 'lha' ? 'latin1' : 'utf8'));
  checkMembers(members);
  return unpackMembers(job, members, (onOutput) =>
    runUnar('unar', [...args, '-q', '-k', 'visible', '-o', '-', sourcePath], { folder, onOutput }),
  );
}

function isUntested({ lsarTestResult }: Listed): boolean {
  return lsarTestResult === UNTESTED;
}

async function passesLhasa(path: string, folder: string): Promise<boolean> {
  return (await runUnar('lhasa', ['t', path], { folder })).exitCode === 0;
}

async function list(args: readonly string[], folder: string): Promise<{ result: RunResult; listed: Listed[] }> {
  const result = await runUnar('lsar', args, { folder, outputLimit: LONGEST_LIST });
  try {
    return { result, listed: JSON.parse(result.stdout).lsarContents ?? [] };
  } catch {
    return { result: { ...result, exitCode: result.exitCode || 1 }, listed: [] };
  }
}

function unarFault({ stdout, ...result }: RunResult, fault: Listed | undefined): Error {
  const said = `${stdout.slice(0, 4000)}\n${result.stderr}`;
  if (/requires a password/.test(said)) return unsupportedEncryption();
  if (/missing volume/i.test(said)) return incomplete(said);
  const foreign = fault?.lsarTestResult === 'not_supported' && !fault.XADIsCorrupted;
  if (foreign) return new UnsupportedMethod(said);
  const cause = { ...result, said, fault };
  return fault ? new DamagedMember(fault.XADFileName, cause) : unreadable(cause);
}

function memberOf(listed: Listed, encoding: BufferEncoding): Member {
  // LHA stores the name and the target of a link in one string.
  const linked = listed.XADIsLink === 1;
  const bar = linked && listed.XADLinkDestination === undefined ? listed.XADFileName.indexOf('|') : -1;
  const name = bar < 0 ? listed.XADFileName : listed.XADFileName.slice(0, bar);
  const target = bar < 0 ? listed.XADLinkDestination : listed.XADFileName.slice(bar + 1);
  const hard = listed.XADIsHardLink === 1;
  const kind = linked && !hard ? 'link' : listed.XADIsDirectory === 1 ? 'folder' : 'file';
  return {
    name: Buffer.from(name, encoding),
    kind,
    stream: listed.XADIsResourceFork === 1,
    // A link with a listed target has no content.
    size: kind === 'folder' || target !== undefined ? 0 : (listed.XADFileSize ?? 0),
    mode: listed.XADPosixPermissions === undefined ? undefined : listed.XADPosixPermissions & 0o777,
    time:
      Math.floor(Date.parse((listed.XADLastModificationDate ?? '').replace(' +0000', 'Z').replace(' ', 'T')) / 1000) ||
      0,
    target: target === undefined ? undefined : Buffer.from(target, encoding),
    inode: undefined,
  };
}
