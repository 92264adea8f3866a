import { isUtf8 } from 'node:buffer';
import { decodeBytes } from '../../../detection/decode-bytes.ts';
import { legacyEncoding } from '../../../detection/legacy-encoding.ts';
import { type Source, sourceArguments } from '../reading/source.ts';
import { type JobFiles, runTool } from '../running/tool.ts';

/** Western words have no more letters beyond ASCII in a row than two. */
const FOREIGN_WORD = /[\x80-\xff]{3}/;
const SPACE = Buffer.from(' ');

/** Bytes of a tag that may be in an encoding that nobody states. */
interface Unsure {
  readonly name: string;
  readonly bytes: Buffer;
  /** Whether they were taken for Latin-1, which they may be. */
  readonly latin: boolean;
}

/**
 * Decodes the tags whose encoding is not stated, or stated as Latin-1 though they are in a code page of another language.
 * @param stored their values, of which each character is a byte
 * @returns the tags that come out otherwise than ffmpeg reads them
 */
export function decodeTags(stored: Readonly<Record<string, string>>): Record<string, string> {
  const tags = Object.entries(stored).flatMap(([name, value]) => unsure(name, value));
  const foreign = tags.filter(({ bytes }) => FOREIGN_WORD.test(bytes.toString('latin1')));
  const encoding = legacyEncoding(Buffer.concat(foreign.flatMap(({ bytes }) => [bytes, SPACE])));
  return Object.fromEntries(
    tags
      .filter(({ latin }) => encoding !== undefined || !latin)
      .map(({ name, bytes }) => [name, decodeBytes(bytes, encoding ?? 'windows-1252', { fatal: false })]),
  );
}

function unsure(name: string, value: string): Unsure[] {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.every((byte) => byte < 0x80)) return [];
  if (!isUtf8(bytes)) return [{ name, bytes, latin: false }];
  const text = bytes.toString('utf8');
  return /[^\0-\xff]/.test(text) ? [] : [{ name, bytes: Buffer.from(text, 'latin1'), latin: true }];
}

/** What ffprobe prints as JSON. */
interface Printed {
  readonly format?: { readonly tags?: Readonly<Record<string, string>> };
}

/** The most bytes of tags; of a file with more, none are read. */
const MOST = 256 * 1024;

/** Reads the tags of a file as they are stored: each character is a byte. */
export async function readTags(source: Source, files: JobFiles): Promise<Readonly<Record<string, string>>> {
  const chunks: Buffer[] = [];
  let room = MOST;
  await runTool('ffprobe', files, {
    arguments: ['-v', 'error', ...sourceArguments(source), '-show_entries', 'format_tags', '-of', 'json=sv=ignore'],
    onOutput: (chunk) => {
      if (room > 0) chunks.push(chunk);
      room -= chunk.length;
    },
  });
  if (room < 0) return {};
  return (JSON.parse(Buffer.concat(chunks).toString('latin1')) as Printed).format?.tags ?? {};
}
