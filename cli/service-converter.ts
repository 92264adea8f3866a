import type { FileConversion } from '../client/index.ts';
import type { FileConverter } from './converter.ts';

/** The largest result that is held in memory, in bytes: its download is retried when it breaks off. */
const LARGEST_HELD = 64 * 1024 * 1024;

/** Converts by a service. */
export function serviceConverter(service: FileConversion): FileConverter {
  return {
    formats: (signal) => service.formats({ signal }),
    async convert({ name, content }, { to, quality, options }, { signal, onProgress }, take) {
      const file = await service.convert(content, {
        to,
        name,
        signal,
        ...(quality && { quality }),
        ...(options && { options }),
        onProgress: (step) => {
          if (step.stage === 'upload') onProgress?.('sending', (100 * step.loaded) / Math.max(step.total, 1));
          else if (step.stage === 'convert') onProgress?.('converting', step.percent);
        },
      });
      const held = file.size <= LARGEST_HELD && (await file.blob({ signal }));
      const result = held ? held.stream() : await file.stream({ signal });
      return take({ format: file.format, size: file.size, content: result });
    },
    close: async () => undefined,
  };
}
