import type { FileConversion } from '../client/index.ts';
import type { FileConverter } from './converter.ts';

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
      return take({ format: file.format, size: file.size, content: await file.stream({ signal }) });
    },
    close: async () => undefined,
  };
}
