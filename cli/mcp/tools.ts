import { existsSync } from 'node:fs';
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import type { OptionValue, Quality } from '../../client/index.ts';
import type { FileConverter } from '../converter.ts';
import { joinParts } from '../join-parts.ts';
import { describeFormat, listFormats } from '../list-formats.ts';
import { writeOutput } from '../output-file.ts';
import { placeFor, placeOf } from '../plan.ts';
import { readSource } from '../read-source.ts';
import type { Roots } from './roots.ts';

/** The converter and the folders of the tools. */
export interface ToolContext {
  readonly converter: FileConverter;
  readonly roots: Roots;
  /** The converter in words, for the tool `status`. */
  readonly place: string;
}

interface ConvertInput {
  readonly path: string;
  readonly to: string;
  readonly output?: string;
  readonly quality?: Quality;
  readonly options?: Readonly<Record<string, OptionValue>>;
  readonly overwrite?: boolean;
}

const CONVERT = fromJsonSchema<ConvertInput>({
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The file to convert.' },
    to: { type: 'string', description: 'The format to convert to, such as pdf, docx, md, jpg or mp3.' },
    output: { type: 'string', description: 'Where the result goes. Without it, beside the file.' },
    quality: { type: 'string', enum: ['low', 'medium', 'high'] },
    options: { type: 'object', description: 'What else the target can be asked for: the tool formats lists it.' },
    overwrite: { type: 'boolean', description: 'Whether a file that is there may be overwritten.' },
  },
  required: ['path', 'to'],
  additionalProperties: false,
});

interface MergeInput {
  readonly paths: readonly string[];
  readonly output: string;
  readonly overwrite?: boolean;
}

const MERGE = fromJsonSchema<MergeInput>({
  type: 'object',
  properties: {
    paths: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      description: 'PDF files, pictures and documents, in order.',
    },
    output: { type: 'string', description: 'Where the PDF goes.' },
    overwrite: { type: 'boolean', description: 'Whether a file that is there may be overwritten.' },
  },
  required: ['paths', 'output'],
  additionalProperties: false,
});

const FORMATS = fromJsonSchema<{ format?: string }>({
  type: 'object',
  properties: { format: { type: 'string', description: 'One format; without it, all are listed.' } },
  additionalProperties: false,
});

const NOTHING = fromJsonSchema<Record<string, never>>({ type: 'object', properties: {}, additionalProperties: false });

/** Registers the tools at a server. */
export function registerTools(server: McpServer, context: ToolContext): void {
  const { converter, roots, place } = context;
  server.registerTool(
    'convert',
    {
      title: 'Convert a file',
      description:
        'Converts a file to another format and writes the result to disk. What becomes many files (pages as pictures) is a zip.',
      inputSchema: CONVERT,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (input, { mcpReq }) => answer(() => convert(input, context, mcpReq.signal)),
  );
  server.registerTool(
    'merge',
    {
      title: 'Join into one PDF',
      description:
        'Joins PDF files, pictures and whatever becomes PDF into one PDF, in the order in which they are named.',
      inputSchema: MERGE,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (input, { mcpReq }) => answer(() => merge(input, context, mcpReq.signal)),
  );
  server.registerTool(
    'formats',
    {
      title: 'List formats',
      description: 'Lists all formats; or what one format can become, be made of, and be asked for.',
      inputSchema: FORMATS,
      annotations: { readOnlyHint: true },
    },
    ({ format }) =>
      answer(async () => {
        const formats = await converter.formats();
        return format === undefined ? listFormats(formats) : describeFormat(format, formats);
      }),
  );
  server.registerTool(
    'status',
    {
      title: 'Status',
      description: 'Tells who converts, whether that works, and in which folders files may be read and written.',
      inputSchema: NOTHING,
      annotations: { readOnlyHint: true },
    },
    () =>
      answer(async () => {
        const count = (await converter.formats()).length;
        return `${place} converts ${count} formats. Files may lie in: ${roots.folders.join(', ')}.`;
      }),
  );
}

async function convert(input: ConvertInput, { converter, roots }: ToolContext, signal: AbortSignal): Promise<string> {
  const { path, to, quality, options, overwrite: force = false } = input;
  const source = await roots.readable(path);
  const output = await roots.writable(placeOf(source, to, input.output, false));
  if (!force && existsSync(output)) throw new Error(`${output} is there already; set overwrite to replace it.`);
  const file = await readSource(source, undefined);
  const settings = { to, ...(quality && { quality }), ...(options && { options }) };
  return converter.convert(file, settings, { signal }, async ({ format, size, content }) => {
    const target = await roots.writable(placeFor(output, to, format));
    await writeOutput(target, content, { force });
    return `Wrote ${target} (${format}, ${size} bytes).`;
  });
}

async function merge(
  { paths, output, overwrite: force = false }: MergeInput,
  { converter, roots }: ToolContext,
  signal: AbortSignal,
): Promise<string> {
  const sources: string[] = [];
  for (const path of paths) sources.push(await roots.readable(path));
  const target = await roots.writable(output);
  if (!force && existsSync(target)) throw new Error(`${target} is there already; set overwrite to replace it.`);
  const settings = { to: 'pdf', options: { merge: true } };
  return converter.convert(
    await joinParts(sources, converter, signal),
    settings,
    { signal },
    async ({ size, content }) => {
      await writeOutput(target, content, { force });
      return `Wrote ${target} (pdf, ${size} bytes).`;
    },
  );
}

/** The result of a tool. An error is a result too, so that the assistant can act on its message. */
async function answer(run: () => Promise<string>) {
  try {
    return { content: [{ type: 'text' as const, text: await run() }] };
  } catch (error) {
    return { content: [{ type: 'text' as const, text: (error as Error).message }], isError: true };
  }
}
