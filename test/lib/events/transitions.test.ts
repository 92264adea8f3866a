import { describe, expect, it } from 'vitest';
import { flatten, keyedSynthesis, Synthesis, synthesis } from '../synthesis.ts';

const keyed = keyedSynthesis();

describe('what happens to conversions', () => {
  it('is read where callers have keys, or that is set, and not by default', () => {
    expect(synthesis().service.events).toBeUndefined();
    expect(synthesis().resourceOf(synthesis().service.storage.table).Properties.StreamSpecification).toBeUndefined();
    for (const synthesized of [keyed, new Synthesis({ events: true })])
      expect(synthesized.resourceOf(synthesized.service.storage.table).Properties.StreamSpecification).toEqual({
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      });
  });

  it('is read from the stream of the table: in parts where one fails, with an end to trying', () => {
    const { storage, events } = keyed.service;
    const [mapping] = keyed
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => Properties.StartingPosition !== undefined);
    expect(mapping?.Properties).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRecordAgeInSeconds: 82800,
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(flatten(mapping?.Properties.EventSourceArn)).toBe(`<${keyed.idOf(storage.table)}>`);
    expect(JSON.stringify(mapping?.Properties.DestinationConfig)).toContain(
      keyed.idOf(events?.transitions.deadLetters),
    );
  });
});
