import { RemovalPolicy } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { Synthesis, synthesis } from '../synthesis.ts';

const synthesized = new Synthesis({ keys: 'required', removalPolicy: RemovalPolicy.RETAIN });
const { callers } = synthesized.service.storage;
const { usageReports } = synthesized.service;
if (!callers?.ledger || !usageReports) throw new Error('where callers have keys there is a ledger, and reports of it');
const { table: ledgerTable } = callers.ledger;
const ledger = synthesized.resourceOf(ledgerTable);

describe('the ledger', () => {
  it('is keyed by the conversion, kept as the storage is, and forgets nothing', () => {
    expect(ledger.Properties.KeySchema).toEqual([{ AttributeName: 'conversion_id', KeyType: 'HASH' }]);
    expect(ledger.Properties.BillingMode).toBe('PAY_PER_REQUEST');
    expect(ledger.Properties).not.toHaveProperty('TimeToLiveSpecification');
    expect(ledger.Properties.Replicas[0]?.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
    });
    expect(ledger.DeletionPolicy).toBe('Retain');
  });

  it('has an index by day, in more than one partition', () => {
    expect(ledger.Properties.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'days',
        KeySchema: [
          { AttributeName: 'day_shard', KeyType: 'HASH' },
          { AttributeName: 'conversion_id', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ]);
  });

  it('is there only where callers have keys, and so is all that belongs to it', () => {
    expect(synthesis().service.storage.callers).toBeUndefined();
    expect(synthesis().service.usageReports).toBeUndefined();
    expect(Object.keys(synthesis().resources).join()).not.toMatch(/Ledger|Callers|UsageReports/);
  });
});

describe('the reports', () => {
  it('are written every night, when the last result of the day has expired', () => {
    const { Properties: rule } = synthesized.resourceOf(usageReports.schedule);
    expect(rule.ScheduleExpression).toBe('cron(45 0 * * ? *)');
    expect(rule.Targets).toEqual([
      expect.objectContaining({ Arn: { 'Fn::GetAtt': [synthesized.idOf(usageReports.function), 'Arn'] } }),
    ]);
  });

  it('lie in a private bucket that stays, and from which no rule deletes them', () => {
    const { Properties: bucket, DeletionPolicy } = synthesized.resourceOf(usageReports.bucket);
    expect(DeletionPolicy).toBe('Retain');
    expect(bucket.PublicAccessBlockConfiguration).toMatchObject({
      BlockPublicPolicy: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket.LifecycleConfiguration).toEqual({
      Rules: [{ Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }],
    });
    expect(bucket).not.toHaveProperty('CorsConfiguration');
  });
});
