import { type Source, sourceArguments } from '../reading/source.ts';
import { type JobFiles, runTool } from '../running/tool.ts';

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
