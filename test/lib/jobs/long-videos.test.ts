import { describe, expect, it } from 'vitest';
import { Synthesis, synthesis } from '../synthesis.ts';

const within = new Synthesis({ longVideos: 5 });
const { longVideos, jobs } = within.service;
const settings = within.resourceOf(longVideos?.function).Properties;
const variablesOf = (name: 'quick' | 'medium' | 'long') =>
  within.resourceOf(jobs.dispatches.get(name)?.function).Properties.Environment?.Variables;

describe('long videos', () => {
  it('are not there by default', () => {
    expect(synthesis().service.longVideos).toBeUndefined();
  });

  it('are converted by a durable function that outlives the longest of them, and forgets it after a day', () => {
    expect(settings.DurableConfig).toEqual({ ExecutionTimeout: 7 * 3600, RetentionPeriodInDays: 1 });
    expect(settings.Environment?.Variables).toMatchObject({ CHUNKS_AT_ONCE: '5' });
  });

  it('are handed over only by the dispatch of videos, to a version that stays when another is deployed', () => {
    const version = within
      .ofType('AWS::Lambda::Version')
      .find(({ Properties }) => JSON.stringify(Properties.FunctionName).includes(within.idOf(longVideos?.function)));
    expect(version).toMatchObject({ DeletionPolicy: 'Retain' });
    expect(variablesOf('long')).toHaveProperty('LONG_VIDEO_FUNCTION');
    expect(variablesOf('medium')).not.toHaveProperty('LONG_VIDEO_FUNCTION');
  });

  it.each([0, 1.5, 1001])('refuse %s chunks at once', (longVideos) => {
    expect(() => new Synthesis({ longVideos })).toThrow(/longVideos is a number of chunks from 1 to 1000/);
  });
});
