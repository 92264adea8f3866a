import { join } from 'node:path';
import { FileConversionError, resolveFormats } from '../client/index.ts';
import { engineNamed } from '../functions/conversion/catalogue.ts';
import { readCommand, readFields } from '../functions/conversion/command.ts';
import { type ConversionJob, orderOf } from '../functions/conversion/converter.ts';
import { ConversionError } from '../functions/conversion/errors.ts';
import type { FormatName } from '../functions/conversion/formats.ts';
import { byFirstAble, searchableOrders, waysOf } from '../functions/conversion/ways.ts';
import { DETECTION_BYTES } from '../functions/detection/detect.ts';
import type { Engine } from '../functions/engines/engine.ts';
import { ENGINES } from '../functions/engines/index.ts';
import { ENVIRONMENT } from '../functions/environment.ts';
import { formatList } from '../functions/http/representation.ts';
import { engineAvailable } from '../functions/sandbox/engine-available.ts';
import { HostPool } from '../functions/sandbox/host-pool.ts';
import { removeFolder } from '../functions/sandbox/remove-folder.ts';
import type { ResultFile } from '../functions/sandbox/result-file.ts';
import { bundlePrograms } from '../local/bundle-programs.ts';
import { makeServiceFolder } from '../local/service-folder.ts';
import type { FileConverter, Settings, SourceFile } from './converter.ts';

/** Converts with the engines of this machine, in the same jail as the service. */
export async function localConverter(jobs: number): Promise<FileConverter> {
  const engines = ENGINES.filter(engineAvailable);
  if (engines.length === 0) throw new Error('no engine is here, or none can be jailed: npm run layers builds them');
  process.env[ENVIRONMENT.engines] = engines.map(({ name }) => name).join(',');
  const folder = await makeServiceFolder();
  const pools = new Map<string, Promise<HostPool>>();
  const open = async (engine: Engine) =>
    new HostPool(engine, {
      folder: join(folder, 'hosts'),
      programs: await bundlePrograms([engine]),
      size: jobs,
    });
  const poolOf = (engine: Engine) => {
    const pool = pools.get(engine.name) ?? open(engine);
    pools.set(engine.name, pool);
    return pool;
  };
  return {
    formats: async () => resolveFormats(formatList()),
    async convert(source, settings, { signal, onProgress }, take) {
      const job = await readJob(source, settings);
      const convertBy = async <T>(
        order: ConversionJob,
        content: Blob,
        to: (format: FormatName, file: ResultFile) => Promise<T>,
      ) => {
        const able = engineNamed(order.engine);
        const pool = await poolOf(able);
        return pool.convert(
          orderOf(order),
          async () => content.stream() as AsyncIterable<Uint8Array>,
          ({ format }, file) => to(format, file),
          {
            signal: AbortSignal.any([signal, AbortSignal.timeout(able.worker.timeout * 1000)]),
            onProgress: (percent) => onProgress?.('converting', percent),
          },
        );
      };
      const taken = (format: FormatName, { size, content }: ResultFile) =>
        take({ format, size, content: inChunks(content) });
      // As in the service.
      const convert = byFirstAble(waysOf(job, engineNamed(job.engine)), async ({ recogniser, engine }, handsOver) => {
        const order = { ...job, engine: engine.name, handsOver, source: { key: source.name }, result: source.name };
        if (!recogniser) return convertBy(order, source.content, taken);
        const [recognise, read] = searchableOrders(order, { recogniser, engine });
        const pages: Uint8Array<ArrayBuffer>[] = [];
        await convertBy(recognise, source.content, async (_, { content }) => {
          for await (const chunk of inChunks(content)) pages.push(new Uint8Array(chunk));
        });
        return convertBy(read, new Blob(pages), taken);
      });
      return withClientErrors(convert);
    },
    async close() {
      for (const pool of pools.values()) await (await pool).stop();
      await removeFolder(folder);
    },
  };
}

/** Reads the settings by the rules of the service, with the same messages. */
async function readJob({ name, content }: SourceFile, { to, quality, options = {} }: Settings) {
  const beginning = new Uint8Array(await content.slice(0, DETECTION_BYTES).arrayBuffer());
  const read = async () => {
    if (content.size === 0) throw new ConversionError('EMPTY_FILE', 'The file is empty.');
    const settings = readFields({ target_format: to, quality, options: { values: options } });
    return readCommand(settings, name, beginning);
  };
  const { sourceFormat: originalFormat, engine, ...command } = await withClientErrors(read());
  return { ...command, originalFormat, engine: engine.name };
}

async function* inChunks(content: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else yield* content;
}

/** Converts errors of the domain to those of the client. */
async function withClientErrors<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new FileConversionError(error.message, { code: error.code, status: 400, cause: error });
  }
}
