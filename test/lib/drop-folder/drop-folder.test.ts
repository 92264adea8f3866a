import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { JOB_QUEUE_NAMES } from '../../../functions/conversion/job-queues.ts';
import type { DropFolder } from '../../../lib/drop-folder/drop-folder.ts';
import type { DropFolderOptions } from '../../../lib/drop-folder/drop-folder-options.ts';
import { FileConversion, type FileConversionProps } from '../../../lib/file-conversion.ts';
import { flatten, independent, newApp, type Resource, type Statement } from '../synthesis.ts';

type Folder = Omit<DropFolderOptions, 'into'> & { readonly into?: IBucket };

const FOLDER: Folder = { prefix: 'in/', to: 'pdf', outPrefix: 'out/' };

/** A stack with the service in it, and a bucket that is not its own. */
class Dropping {
  readonly stack = new Stack(newApp(), 'Test');
  readonly service: FileConversion;
  readonly bucket: Bucket;

  constructor(props: FileConversionProps = {}) {
    this.service = new FileConversion(this.stack, 'Service', { ...independent(), ...props });
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

  /** What a function of the service may do, one line for each action on each resource; tracing and logs left out. */
  allowed({ function: fn }: DropFolder): string[] {
    const role = this.stack.getLogicalId(fn.role?.node.defaultChild as never);
    const policies = Object.values(this.resources()).filter(
      ({ Type, Properties }) => Type === 'AWS::IAM::Policy' && Properties.Roles.some(({ Ref }) => Ref === role),
    );
    return policies
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .flatMap(({ Action = [], Resource }: Statement) =>
        [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${action} ${flatten(resource)}`)),
      )
      .filter((line) => !/^(logs|xray):/.test(line))
      .sort();
  }

  name(construct: { readonly node: { readonly defaultChild?: unknown } }): string {
    return `<${this.stack.getLogicalId(construct.node.defaultChild as never)}>`;
  }
}

const dropping = new Dropping();
const folder = dropping.add({ suffixes: ['.DOCX', '.odt'], options: { pages: '1-2' }, account: 'acme' });
const resources = dropping.resources();
const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);

describe('a drop folder', () => {
  it('gets from EventBridge the files with its prefix in that bucket, and no others', () => {
    const rules = ofType('AWS::Events::Rule').filter(({ Properties }) => Properties.EventPattern);
    expect(rules.map(({ Properties }) => Properties.EventPattern)).toEqual([
      {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: {
          bucket: { name: [{ Ref: dropping.name(dropping.bucket).slice(1, -1) }] },
          object: { key: [{ prefix: 'in/' }] },
        },
      },
    ]);
    const [notifications] = ofType('Custom::S3BucketNotifications');
    expect(notifications?.Properties.NotificationConfiguration).toEqual({ EventBridgeConfiguration: {} });
  });

  it('keeps each file in a queue until it is done with, and then among the dead letters', () => {
    const { queue, underWay, deadLetters } = folder.arrivals;
    for (const each of [queue, underWay]) {
      const { Properties } = resources[dropping.name(each).slice(1, -1)] ?? {};
      expect(Properties).toMatchObject({
        MessageRetentionPeriod: 14 * 24 * 3600,
        RedrivePolicy: {
          maxReceiveCount: 12,
          deadLetterTargetArn: { 'Fn::GetAtt': [dropping.name(deadLetters).slice(1, -1), 'Arn'] },
        },
      });
      expect(Properties?.VisibilityTimeout).toBeGreaterThan(300);
    }
  });

  it('lets EventBridge send to its queues by policies with one resource in each statement, since SQS refuses more', () => {
    const policies = ofType('AWS::SQS::QueuePolicy').map(({ Properties }) => Properties);
    for (const { Queues, PolicyDocument } of policies)
      for (const { Resource } of PolicyDocument.Statement)
        expect([Resource].flat().map(flatten)).toEqual([Queues].flat().map(flatten));
    const senders = policies
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Effect }) => Effect === 'Allow');
    const { queue, deadLetters } = folder.arrivals;
    expect(senders.map(({ Resource }) => flatten(Resource)).sort()).toEqual(
      [queue, deadLetters].map(dropping.name, dropping).sort(),
    );
    const rule = dropping.name(folder.arrivals.rule);
    for (const { Principal, Condition } of senders) {
      expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
      expect(flatten(Condition?.ArnEquals?.['aws:SourceArn'])).toBe(rule);
    }
  });

  it('may send to its own queues as often as a file waits: Lambda stops other functions after 16 rounds', () => {
    expect(resources[dropping.name(folder.function).slice(1, -1)]?.Properties.RecursiveLoop).toBe('Allow');
    const others = Object.values(resources).filter(({ Properties }) => Properties?.RecursiveLoop !== undefined);
    expect(others).toHaveLength(1);
  });

  it('is processed in batches of ten files, with a report of the failed ones', () => {
    const deliveriesTo = (from: Readonly<Record<string, Resource>>, name: string) =>
      Object.values(from)
        .filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
        .map(({ Properties }) => Properties)
        .filter(({ FunctionName }) => (FunctionName as { Ref: string }).Ref === name);
    const each = (MaximumConcurrency: number) => ({
      BatchSize: 10,
      ScalingConfig: { MaximumConcurrency },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    const name = dropping.name(folder.function).slice(1, -1);
    expect(deliveriesTo(resources, name)).toMatchObject([each(2), each(2)]);
    const large = new Dropping();
    const largest = large.name(large.add({ maximumConcurrency: 1000 }).function).slice(1, -1);
    expect(deliveriesTo(large.resources(), largest)).toMatchObject([each(200), each(200)]);
  });

  it('sets the settings of its function', () => {
    const { Variables } = resources[dropping.name(folder.function).slice(1, -1)]?.Properties.Environment ?? {};
    const bucket = dropping.name(dropping.bucket);
    expect(JSON.parse(flatten(Variables?.DROP_FOLDER))).toEqual({
      prefix: 'in/',
      into: bucket,
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
    const added = keyed.service.onUpload(into, { ...FOLDER, into });
    const lines = keyed.allowed(added).filter((line) => line.startsWith('kms:'));
    expect(lines).toEqual([`kms:Decrypt ${keyed.name(key)}`, `kms:GenerateDataKey ${keyed.name(key)}`]);
  });

  it('counts, where callers have keys', () => {
    const keyed = new Dropping({ keys: 'required' });
    const { callers } = keyed.service.storage;
    expect(callers).toBeDefined();
    const table = callers && keyed.name(callers.table);
    expect(keyed.allowed(keyed.add())).toContain(`dynamodb:UpdateItem ${table}`);
  });

  it('costs no resource where there is none', () => {
    const types = Object.values(new Dropping().resources()).map(({ Type }) => Type);
    expect(types).not.toContain('Custom::S3BucketNotifications');
    expect(types.filter((type) => type === 'AWS::SQS::Queue')).toHaveLength(JOB_QUEUE_NAMES.length);
  });

  it('is one of several of a bucket, which have one function for its notifications, and one each for their files', () => {
    const several = new Dropping();
    several.add();
    several.add({ to: 'png', outPrefix: 'pictures/' });
    several.add({ prefix: 'sound/', to: 'mp3', outPrefix: 'out/' });
    const types = Object.values(several.resources()).map(({ Type }) => Type);
    expect(types.filter((type) => type === 'Custom::S3BucketNotifications')).toHaveLength(1);
    expect(() => several.add()).toThrow(/already/);
  });

  it('takes a bucket of another stack, without a circle, and one that is known by its name alone', () => {
    const other = new Dropping();
    const elsewhere = new Stack(other.stack.node.root as never, 'Elsewhere');
    const [bucket, into] = [new Bucket(elsewhere, 'In'), Bucket.fromBucketName(other.stack, 'Known', 'known-by-name')];
    other.service.onUpload(bucket, { ...FOLDER, into });
    expect(() => (other.stack.node.root as ReturnType<typeof newApp>).synth()).not.toThrow();
    expect(JSON.stringify(other.resources())).toContain(':s3:::known-by-name/out/*');
  });
});

describe('a drop folder that could not be is refused at synthesis', () => {
  const refused: readonly (readonly [string, Partial<Folder>, RegExp])[] = [
    ['whose results would lie in it', { outPrefix: 'in/out/' }, /converted again/],
    ['whose results lie where it is', { outPrefix: 'in/' }, /converted again/],
    ['that could lie in its results', { prefix: 'out/in/' }, /converted again/],
    ['that is the whole bucket', { prefix: '' }, /converted again/],
    ['whose results are put anywhere', { outPrefix: '' }, /converted again/],
    ['whose prefix means more than itself', { prefix: '*/' }, /policies/],
    ['whose prefix leaves no room', { prefix: 'é'.repeat(300) }, /512/],
    ['of no files', { suffixes: [] }, /suffixes/],
    ['of an unknown format', { to: 'nothing' as 'pdf' }, /target_format/],
    ['with an option that there is not', { options: { colour: 'red' } }, /colour/],
    ['with an option out of bounds', { to: 'jpg', options: { width: -1 } }, /width/],
    ['with a password', { options: { password: 'secret' } }, /secret/],
    ['of no account', { account: '../acme' }, /account/],
    ['none at a time', { maximumConcurrency: 0 }, /maximumConcurrency/],
    ['more at a time than there is room for', { maximumConcurrency: 1001 }, /maximumConcurrency/],
  ];
  it.each(refused)('%s', (_, options, message) => {
    expect(() => new Dropping().add(options)).toThrow(message);
  });

  it('whose results would lie in it, by a bucket that is known by its name twice', () => {
    const { stack, service } = new Dropping();
    const [one, two] = ['One', 'Two'].map((id) => Bucket.fromBucketName(stack, id, 'the-same')) as [IBucket, IBucket];
    expect(() => service.onUpload(one, { ...FOLDER, outPrefix: 'in/out/', into: two })).toThrow(/converted again/);
    expect(() => service.onUpload(one, { ...FOLDER, prefix: '', into: service.storage.bucket })).toThrow(/own/);
    expect(() => service.onUpload(service.storage.bucket, { ...FOLDER, into: one })).toThrow(/own/);
  });
});

it('a drop folder has an alarm on its dead letter queue', () => {
  const { service, bucket } = dropping;
  const alarms = service.operation.alarms?.node.children.filter(({ node }) => node.id.startsWith('DroppedFilesLost'));
  expect(bucket).toBeDefined();
  expect(alarms?.length).toBeGreaterThan(0);
  expect(alarms?.map(({ node }) => node.id)).toContain(`DroppedFilesLost-${folder.node.addr.slice(-8)}`);
});
