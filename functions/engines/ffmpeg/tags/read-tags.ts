import type { Cut } from '../planning/cut.ts';
import { type Source, sourceArguments } from '../reading/source.ts';
import { type JobFiles, runTool } from '../running/tool.ts';

/** What a file says of itself. */
export interface Tags {
  /** The values as they are stored: each character is a byte. */
  readonly stored: Readonly<Record<string, string>>;
  readonly chapters: readonly Chapter[];
}

/** A chapter, with its times in seconds. */
export interface Chapter {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** What ffprobe prints as JSON. */
interface Printed {
  readonly format?: { readonly tags?: Readonly<Record<string, string>> };
  readonly chapters?: readonly {
    readonly start_time?: string;
    readonly end_time?: string;
    readonly tags?: { readonly title?: string };
  }[];
}

/** The most bytes of tags; of a file with more, none are read. */
const MOST = 256 * 1024;
const ENTRIES = 'format_tags:chapter=start_time,end_time:chapter_tags=title';

/** Reads the tags and chapters of a file. */
export async function readTags(source: Source, files: JobFiles): Promise<Tags> {
  const chunks: Buffer[] = [];
  let room = MOST;
  await runTool('ffprobe', files, {
    arguments: ['-v', 'error', ...sourceArguments(source), '-show_entries', ENTRIES, '-of', 'json=sv=ignore'],
    onOutput: (chunk) => {
      if (room > 0) chunks.push(chunk);
      room -= chunk.length;
    },
  });
  return room < 0 ? { stored: {}, chapters: [] } : tagsIn(Buffer.concat(chunks));
}

function tagsIn(json: Buffer): Tags {
  const { format, chapters = [] } = JSON.parse(json.toString('latin1')) as Printed;
  return {
    stored: format?.tags ?? {},
    chapters: chapters.map(({ start_time: start, end_time: end, tags }) => ({
      start: Number(start) || 0,
      end: Number(end) || 0,
      title: Buffer.from(tags?.title ?? '', 'latin1').toString('utf8'),
    })),
  };
}

/** The chapters that are in a part, with their times in it. */
export function chaptersWithin(chapters: readonly Chapter[], cut: Cut | undefined): Chapter[] {
  const { start: from, end: until = Number.POSITIVE_INFINITY } = cut ?? { start: 0 };
  return chapters
    .filter(({ start, end }) => end > from && start < until)
    .map(({ start, end, title }) => ({ start: Math.max(0, start - from), end: Math.min(end, until) - from, title }));
}
