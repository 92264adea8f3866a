import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { logger } from '../../functions/logger.ts';

/** Keeps what is logged while the tests of a file run, as the lines that are written. */
export function useLogLines(): string[] {
  const lines: string[] = [];
  const keep = (text: unknown) => {
    lines.push(String(text));
    return true;
  };
  beforeAll(() => {
    logger.setLogLevel('DEBUG');
    vi.spyOn(process.stdout, 'write').mockImplementation(keep);
    vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(() => {
    vi.restoreAllMocks();
    logger.setLogLevel('SILENT');
  });
  return lines;
}
