import { describe, expect, it } from 'vitest';
import { uploadKey } from '../../../functions/conversion/conversion.ts';
import { flatten, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const { storage, intake } = synthesized.service;
const bucket = synthesized.resourceOf(storage.bucket);
const fn = synthesized.idOf(intake.function);

const [permission] = Object.entries(synthesized.resources).filter(([, { Type, Properties }]) => {
  return Type === 'AWS::Lambda::Permission' && Properties.Principal === 's3.amazonaws.com';
});

describe('the intake of uploads', () => {
  it('is notified by the bucket of each file that was uploaded by form, and of no other', () => {
    expect(bucket.Properties.NotificationConfiguration).toEqual({
      LambdaConfigurations: [
        {
          Event: 's3:ObjectCreated:Post',
          Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/' }] } },
          Function: { 'Fn::GetAtt': [fn, 'Arn'] },
        },
      ],
    });
    expect(uploadKey('x')).toBe('uploads/x');
  });

  it('needs no function of the CDK for that', () => {
    expect(synthesized.ofType('Custom::S3BucketNotifications')).toEqual([]);
  });

  it('may be called by this bucket of this account, and could be before the bucket was made', () => {
    const [id, { Properties: properties } = bucket] = permission ?? [];
    expect(properties).toMatchObject({
      Action: 'lambda:InvokeFunction',
      FunctionName: { 'Fn::GetAtt': [fn, 'Arn'] },
      SourceAccount: { Ref: 'AWS::AccountId' },
    });
    expect(flatten(properties.SourceArn)).toBe(`arn:<AWS::Partition>:s3:::${flatten(bucket.Properties.BucketName)}`);
    expect(bucket.DependsOn).toEqual([id]);
  });

  it('knows the bucket by name', () => {
    const { Variables } = synthesized.resourceOf(intake.function).Properties.Environment ?? {};
    expect(Variables?.FILES_BUCKET).toEqual(bucket.Properties.BucketName);
  });

  it('tries three times', () => {
    expect(synthesized.resourceOf(intake.function).Properties).toMatchObject({ Timeout: 30, MemorySize: 512 });
    expect(synthesized.ofType('AWS::Lambda::EventInvokeConfig').map(({ Properties }) => Properties)).toContainEqual(
      expect.objectContaining({
        FunctionName: { Ref: fn },
        MaximumRetryAttempts: 2,
        MaximumEventAgeInSeconds: 900,
      }),
    );
  });
});
