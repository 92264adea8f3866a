import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { flatten, newApp, Synthesis, synthesis } from '../synthesis.ts';

/**
 * What must outlive a deployment, as it was deployed before, with what of it makes CloudFormation put another in its place.
 * It changes when somebody has to move records or files, or clients get another address.
 */
const BEFORE = JSON.parse(readFileSync(new URL('lasting-resources.json', import.meta.url), 'utf8'));

it('an upgrade, and the way back, leave the records, the files, the key and the address where they are', () => {
  const { resources } = new Synthesis({}, { within: new Stack(newApp(), 'FileConversion') });
  expect(Object.keys(BEFORE).length).toBeGreaterThan(4);
  expect(resources).toMatchObject(BEFORE);
});

describe('destroying the stack', () => {
  const synthesized = synthesis();

  it('leaves nothing but what other APIs of the account may use', () => {
    const kept = Object.values(synthesized.resources).filter(
      ({ DeletionPolicy }) => DeletionPolicy !== undefined && DeletionPolicy !== 'Delete',
    );
    expect(kept.map(({ Type }) => Type).sort()).toEqual(['AWS::ApiGateway::Account', 'AWS::IAM::Role']);
  });

  it('fails on no bucket that has something in it: each is emptied before', () => {
    const emptied = ['Custom::S3AutoDeleteObjects', 'Custom::S3ObjectCopy']
      .flatMap((type) => synthesized.ofType(type))
      .map(({ Properties }) => flatten(Properties.BucketName ?? Properties.DestinationBucketName));
    const buckets = synthesized.entriesOf('AWS::S3::Bucket').map(([id]) => `<${id}>`);
    expect(emptied.sort()).toEqual(buckets.sort());
  });
});
