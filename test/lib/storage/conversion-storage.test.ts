import { RemovalPolicy } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { flatten, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const { table, bucket } = synthesized.service.storage;

describe('the table of conversions', () => {
  const { Properties: properties } = synthesized.resourceOf(table);
  const [replica] = properties.Replicas;

  it('is keyed by the identifier, paid by request and encrypted, and forgets records by itself, for good', () => {
    expect(properties).toMatchObject({
      KeySchema: [{ AttributeName: 'conversion_id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    });
    expect(replica?.PointInTimeRecoverySpecification).toBeUndefined();
  });

  it('has the index in which the sweep finds what is overdue', () => {
    expect(properties.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'stored-files',
        KeySchema: [
          { AttributeName: 'shard', KeyType: 'HASH' },
          { AttributeName: 'expires_at', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ]);
    expect(properties.AttributeDefinitions).toEqual(
      expect.arrayContaining([
        { AttributeName: 'conversion_id', AttributeType: 'S' },
        { AttributeName: 'shard', AttributeType: 'S' },
        { AttributeName: 'expires_at', AttributeType: 'N' },
      ]),
    );
  });
});

describe('the bucket of files', () => {
  const { Properties: properties } = synthesized.resourceOf(bucket);

  it('is encrypted, and keeps one version of a file, so that deleted means gone', () => {
    expect(properties.BucketEncryption).toEqual({
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    });
    expect(properties).not.toHaveProperty('VersioningConfiguration');
  });

  it('has a name that no other has, and that is known before it is there', () => {
    const name = flatten(properties.BucketName);
    expect(name).toMatch(/^conversion-files-<AWS::StackId>\[2\]-[0-9a-f]{8}$/);
    const stackId = 'c1e1f1d0-0123-4567-89ab-0123456789ab';
    expect(name.replace('<AWS::StackId>[2]', stackId).length).toBeLessThanOrEqual(63);
  });

  it('takes signed forms from web pages of any origin, and lets them follow the redirect to a large result', () => {
    expect(properties.CorsConfiguration).toEqual({
      CorsRules: [
        {
          AllowedMethods: ['GET', 'POST'],
          AllowedOrigins: ['*'],
          AllowedHeaders: ['*'],
          ExposedHeaders: ['Content-Disposition', 'Content-Length'],
          MaxAge: 3600,
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
    expect(kept.resourceOf(kept.service.storage.bucket).DeletionPolicy).toBe('Retain');
  });
});
