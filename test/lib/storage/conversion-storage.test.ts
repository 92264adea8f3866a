import { RemovalPolicy } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { flatten, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const { table, bucket } = synthesized.service.storage;

describe('the table of conversions', () => {
  it('is encrypted, and forgets records by itself, for good', () => {
    const { Properties: properties } = synthesized.resourceOf(table);
    expect(properties).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    });
    expect(properties.Replicas[0]?.PointInTimeRecoverySpecification).toBeUndefined();
  });
});

describe('the bucket of files', () => {
  const { Properties: properties } = synthesized.resourceOf(bucket);

  it('is encrypted, and keeps one version of a file, so that deleted means gone', () => {
    expect(JSON.stringify(properties.BucketEncryption)).toContain('"SSEAlgorithm":"AES256"');
    expect(properties).not.toHaveProperty('VersioningConfiguration');
  });

  it('has a name that no other has, and that is known before it is there', () => {
    const name = flatten(properties.BucketName);
    expect(name).toMatch(/^conversion-files-<AWS::StackId>\[2\]-[0-9a-f]{8}$/);
    const stackId = 'c1e1f1d0-0123-4567-89ab-0123456789ab';
    expect(name.replace('<AWS::StackId>[2]', stackId).length).toBeLessThanOrEqual(63);
  });

  it('takes signed forms from web pages of any origin, and lets them follow the redirect to a large result', () => {
    expect(properties.CorsConfiguration).toMatchObject({
      CorsRules: [
        {
          AllowedMethods: ['GET', 'POST'],
          AllowedOrigins: ['*'],
          AllowedHeaders: ['*'],
          ExposedHeaders: ['Content-Disposition', 'Content-Length'],
        },
      ],
    });
  });

  it('expires files that were not deleted, and unfinished uploads', () => {
    expect(properties.LifecycleConfiguration).toEqual({
      Rules: [{ Status: 'Enabled', ExpirationInDays: 1, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }],
    });
  });

  it('stays with its files where it is to be kept', () => {
    const kept = new Synthesis({ removalPolicy: RemovalPolicy.RETAIN });
    expect(kept.ofType('Custom::S3AutoDeleteObjects')).toEqual([]);
    for (const store of [kept.service.storage.bucket, kept.service.storage.table])
      expect(kept.resourceOf(store).DeletionPolicy).toBe('Retain');
  });

  it('never loses the keys of callers and what they are billed for', () => {
    const tables = new Synthesis({ keys: 'required' }).ofType('AWS::DynamoDB::GlobalTable');
    const kept = tables.filter(({ DeletionPolicy }) => DeletionPolicy === 'RetainExceptOnCreate');
    expect(kept).toHaveLength(2);
  });
});
