import { describe, expect, it } from 'vitest';
import { convertParts, type PartsJob } from '../../functions/conversion/convert-parts.ts';
import type { ConversionJob, ConvertOptions, JobOutcome } from '../../functions/conversion/converter.ts';
import { NotBegun } from '../../functions/conversion/errors.ts';
import type { ForeignPart } from '../../functions/conversion/parts.ts';

const JOB: PartsJob = {
  engine: 'qpdf',
  originalFormat: 'zip',
  targetFormat: 'pdf',
  quality: 'medium',
  options: { merge: true },
  secrets: {},
  source: { key: 'sources/1', recheck: 'a.zip' },
  sourceSize: 1000,
  result: 'results/1',
};

const partsOf = (count: number): ForeignPart[] =>
  Array.from({ length: count }, (_, index) => ({ place: index + 2, name: `${index}.docx`, format: 'docx', bytes: 10 }));

/** Has parts converted by who answers so; what was asked and deleted is kept. */
function joining(
  parts: readonly ForeignPart[],
  convertPart: (job: ConversionJob, options: ConvertOptions) => Promise<JobOutcome>,
) {
  const asked: ConversionJob[] = [];
  const deleted: string[] = [];
  const seen = { wanted: true, atOnce: 0, most: 0 };
  const made = { resultFormat: 'pdf', conversionTime: 1, fileSize: 10 * parts.length } as const;
  const convert = async (job: ConversionJob, options: ConvertOptions = {}) => {
    asked.push(job);
    if (job.parts === 'ask') return { ...made, parts };
    if (job.parts) return made;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    return convertPart(job, options).finally(() => {
      seen.atOnce -= 1;
    });
  };
  const services = {
    converter: { outlivesRequest: false, convert },
    files: { delete: async (key: string) => void deleted.push(key) },
    isWanted: async () => seen.wanted,
  };
  return { outcome: convertParts(JOB, {}, services), asked, deleted, seen };
}

const soon = () =>
  new Promise<JobOutcome>((resolve) => setTimeout(resolve, 5, { resultFormat: 'pdf', conversionTime: 2, fileSize: 5 }));

describe('files of a source that other engines convert', () => {
  it('are converted a few at once, each from its own bytes, and joined behind the source', async () => {
    const { outcome, asked, deleted, seen } = joining(partsOf(5), soon);
    expect(await outcome).toEqual({ resultFormat: 'pdf', conversionTime: 12, fileSize: 50 });
    expect(seen.most).toBe(3);
    expect(asked[2]).toMatchObject({
      engine: 'office',
      options: {},
      source: { key: 'results/1', range: { first: 10, last: 19 }, recheck: '1.docx' },
      result: 'results/1.part-1',
    });
    const keys = [0, 1, 2, 3, 4].map((index) => `results/1.part-${index}`);
    const converted = [2, 3, 4, 5, 6].map((place) => ({ place, bytes: 5 }));
    expect(asked.at(-1)).toMatchObject({
      source: { key: 'sources/1', followedBy: keys },
      parts: { bytes: 1000, converted },
    });
    expect(deleted).toEqual(keys);
  });

  it('are not begun where an engine names parts that do not fill its result', async () => {
    const { outcome, asked } = joining([{ ...partsOf(1)[0], bytes: 11 } as ForeignPart], soon);
    await expect(outcome).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    expect(asked).toHaveLength(1);
  });

  it('are put back where an engine is throttled, and ended where the conversion was deleted', async () => {
    const full = joining(partsOf(1), () => Promise.reject(new NotBegun('throttled')));
    await expect(full.outcome).rejects.toBeInstanceOf(NotBegun);
    const unwanted = joining(partsOf(9), () => {
      unwanted.seen.wanted = false;
      return soon();
    });
    await expect(unwanted.outcome).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    expect(unwanted.asked.length).toBeLessThan(6);
  });
});
