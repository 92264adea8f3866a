import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { logger } from '../../functions/logger.ts';

/** Captures the log lines of the tests of a file. */
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
