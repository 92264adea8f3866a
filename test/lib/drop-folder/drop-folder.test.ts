import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { checkOptions } from '../../../lib/drop-folder/check-options.ts';
import type { DropFolder } from '../../../lib/drop-folder/drop-folder.ts';
import type { DropFolderOptions } from '../../../lib/drop-folder/drop-folder-options.ts';
import { FileConversion } from '../../../lib/file-conversion.ts';
import { flatten, independent, newApp, type Resource } from '../synthesis.ts';

type Folder = Omit<DropFolderOptions, 'into'> & { readonly into?: IBucket };

const FOLDER: Folder = { prefix: 'in/', to: 'pdf', outPrefix: 'out/' };

/** A stack with the service in it, and a bucket that is not its own. */
class Dropping {
  readonly stack = new Stack(newApp(), 'Test');
  readonly service: FileConversion;
  readonly bucket: Bucket;

  constructor() {
    this.service = new FileConversion(this.stack, 'Service', independent());
    this.bucket = new Bucket(this.stack, 'Others', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      serverAccessLogsPrefix: 'logs/',
    });
  }

  add(options: Partial<Folder> = {}): DropFolder {
    return this.service.onUpload(this.bucket, { ...FOLDER, into: this.bucket, ...options });
  }

  resources(): Readonly<Record<string, Resource>> {
    return Template.fromStack(this.stack).toJSON().Resources;
  }

  id(construct: { readonly node: { readonly defaultChild?: unknown } }): string {
    return this.stack.getLogicalId(construct.node.defaultChild as never);
  }
}

const dropping = new Dropping();
const folder = dropping.add({ suffixes: ['.DOCX', '.odt'], options: { pages: '1-2' }, account: 'acme' });
const resources = dropping.resources();
const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);
const { Properties: settings } = resources[dropping.id(folder.function)] as Resource;

describe('a drop folder', () => {
  it('gets from EventBridge the files with its prefix in that bucket, and no others', () => {
    const rules = ofType('AWS::Events::Rule').filter(({ Properties }) => Properties.EventPattern);
    expect(rules.map(({ Properties }) => Properties.EventPattern)).toEqual([
      {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: {
          bucket: { name: [{ Ref: dropping.id(dropping.bucket) }] },
          object: { key: [{ prefix: 'in/' }] },
        },
      },
    ]);
    const [notifications] = ofType('Custom::S3BucketNotifications');
    expect(notifications?.Properties.NotificationConfiguration).toEqual({ EventBridgeConfiguration: {} });
  });

  it('keeps each file in a queue until it is done with, and then among the dead letters, which ring an alarm', () => {
    const { queue, underWay, deadLetters } = folder.arrivals;
    for (const each of [queue, underWay]) {
      const { Properties } = resources[dropping.id(each)] ?? {};
      expect(Properties).toMatchObject({
        MessageRetentionPeriod: 14 * 24 * 3600,
        RedrivePolicy: {
          maxReceiveCount: 12,
          deadLetterTargetArn: { 'Fn::GetAtt': [dropping.id(deadLetters), 'Arn'] },
        },
      });
      expect(Properties?.VisibilityTimeout).toBeGreaterThan(300);
    }
    const alarms = dropping.service.operation.alarms?.node.children.map(({ node }) => node.id);
    expect(alarms).toContain(`DroppedFilesLost-${folder.node.addr.slice(-8)}`);
  });

  it('lets EventBridge send to its queues by policies with one resource in each statement, since SQS refuses more', () => {
    const policies = ofType('AWS::SQS::QueuePolicy').map(({ Properties }) => Properties);
    for (const { Queues, PolicyDocument } of policies)
      for (const { Resource } of PolicyDocument.Statement)
        expect([Resource].flat().map(flatten)).toEqual([Queues].flat().map(flatten));
    const senders = policies
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Effect }) => Effect === 'Allow');
    expect(senders).toHaveLength(2);
    for (const { Principal, Condition } of senders) {
      expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
      expect(flatten(Condition?.ArnEquals?.['aws:SourceArn'])).toBe(`<${dropping.id(folder.arrivals.rule)}>`);
    }
  });

  it('may send to its own queues as often as a file waits: Lambda stops other functions after 16 rounds', () => {
    const looping = Object.values(resources).filter(({ Properties }) => Properties?.RecursiveLoop === 'Allow');
    expect(looping.map(({ Properties }) => Properties)).toEqual([settings]);
  });

  it('is processed in batches of ten files, with a report of the failed ones', () => {
    const deliveriesTo = (within: Dropping, to: DropFolder) =>
      Object.values(within.resources())
        .filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
        .map(({ Properties }) => Properties)
        .filter(({ FunctionName }) => (FunctionName as { Ref: string }).Ref === within.id(to.function));
    const each = (MaximumConcurrency: number) => ({
      BatchSize: 10,
      ScalingConfig: { MaximumConcurrency },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(deliveriesTo(dropping, folder)).toMatchObject([each(2), each(2)]);
    const large = new Dropping();
    expect(deliveriesTo(large, large.add({ maximumConcurrency: 1000 }))).toMatchObject([each(200), each(200)]);
  });

  it('tells its function what was asked', () => {
    expect(JSON.parse(flatten(settings.Environment?.Variables.DROP_FOLDER))).toEqual({
      prefix: 'in/',
      into: `<${dropping.id(dropping.bucket)}>`,
      outPrefix: 'out/',
      to: 'pdf',
      suffixes: ['.docx', '.odt'],
      options: { pages: '1-2' },
      account: 'acme',
    });
  });

  it('may use the keys of buckets that have their own, for what it does with them', () => {
    const keyed = new Dropping();
    const key = new Key(keyed.stack, 'Key', { enableKeyRotation: true });
    const into = new Bucket(keyed.stack, 'Into', { encryptionKey: key });
    keyed.service.onUpload(into, { ...FOLDER, into });
    const statements = Object.values(keyed.resources())
      .filter(({ Type }) => Type === 'AWS::IAM::Policy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Resource }) => JSON.stringify(Resource).includes(keyed.id(key)));
    const actions = statements.flatMap(({ Action = [] }) => Action).sort();
    expect(actions).toEqual(['kms:Decrypt', 'kms:GenerateDataKey']);
  });

  it('is one of several of a bucket, which have one function for its notifications, and there is none without', () => {
    const several = new Dropping();
    const notifications = () =>
      Object.values(several.resources()).filter(({ Type }) => Type === 'Custom::S3BucketNotifications').length;
    expect(Object.values(new Dropping().resources()).map(({ Type }) => Type)).not.toContain(
      'Custom::S3BucketNotifications',
    );
    several.add();
    several.add({ to: 'png', outPrefix: 'pictures/' });
    expect(notifications()).toBe(1);
    expect(() => several.add()).toThrow(/already/);
  });
});

describe('a drop folder that could not be is refused at synthesis', () => {
  const refused: readonly (readonly [string, Partial<Folder>, RegExp])[] = [
    ['whose results would lie in it', { outPrefix: 'in/out/' }, /converted again/],
    ['that could lie in its results', { prefix: 'out/in/' }, /converted again/],
    ['whose prefix means more than itself', { prefix: '*/' }, /policies/],
    ['whose prefix leaves no room', { prefix: 'é'.repeat(300) }, /512/],
    ['of no files', { suffixes: [] }, /suffixes/],
    ['of an unknown format', { to: 'nothing' as 'pdf' }, /target_format/],
    ['with an option that there is not', { options: { colour: 'red' } }, /colour/],
    ['with a password', { options: { password: 'secret' } }, /secret/],
    ['of no account', { account: '../acme' }, /account/],
    ['none at a time', { maximumConcurrency: 0 }, /maximumConcurrency/],
    ['more at a time than there is room for', { maximumConcurrency: 1001 }, /maximumConcurrency/],
  ];
  it.each(refused)('%s', (_, options, message) => {
    const { bucket } = dropping;
    expect(() => checkOptions(bucket, { ...FOLDER, into: bucket, ...options })).toThrow(message);
  });

  it('whose results would lie in it, by a bucket that is known by its name twice', () => {
    const { stack, service } = new Dropping();
    const [one, two] = ['One', 'Two'].map((id) => Bucket.fromBucketName(stack, id, 'the-same')) as [IBucket, IBucket];
    expect(() => service.onUpload(one, { ...FOLDER, outPrefix: 'in/out/', into: two })).toThrow(/converted again/);
    expect(() => service.onUpload(one, { ...FOLDER, prefix: '', into: service.storage.bucket })).toThrow(/own/);
    expect(() => service.onUpload(service.storage.bucket, { ...FOLDER, into: one })).toThrow(/own/);
  });
});
