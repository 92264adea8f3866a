import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { CONVERSIONS_TABLE } from '../../functions/conversions-table.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { Callers, type CallersProps } from '../callers/callers.ts';
import type { EventsSettings } from '../events/events.ts';
import type { ConversionFunction } from '../functions/conversion-function.ts';
import { allow } from '../permissions/allow.ts';
import { acknowledgeWildcard } from '../permissions/wildcard.ts';
import type { Workload } from '../permissions/workload.ts';
import { FilesBucket } from './files-bucket.ts';

/** Actions to store a file, and to delete it when its record cannot be stored. */
const STORE = ['s3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'];

/** Actions to sign the form of a result, to check the uploaded result, and to delete it when it is not needed. */
const RECEIVE = ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'];

export interface ConversionStorageProps extends CallersProps, EventsSettings {
  /**
   * The removal policy of records and files.
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;
}

/** The storage of conversions: a table of records, and a bucket of files. */
export class ConversionStorage extends Construct {
  public readonly table: TableV2;
  public readonly bucket: FilesBucket;
  /** The callers; only where they have keys. */
  public readonly callers: Callers | undefined;
  /** Whether the table has a stream, from which events are made. */
  public readonly events: boolean;

  constructor(scope: Construct, id: string, props: ConversionStorageProps = {}) {
    super(scope, id);
    const { removalPolicy = RemovalPolicy.DESTROY, keys = 'off', plans, events = false } = props;
    const { key, timeToLive, storedFiles, ownConversions } = CONVERSIONS_TABLE;

    this.events = events || keys !== 'off';
    this.table = new TableV2(this, 'Conversions', {
      partitionKey: { name: key, type: AttributeType.STRING },
      timeToLiveAttribute: timeToLive,
      ...(this.events && { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES }),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      globalSecondaryIndexes: [
        {
          indexName: storedFiles.name,
          partitionKey: { name: storedFiles.partitionKey, type: AttributeType.STRING },
          sortKey: { name: storedFiles.sortKey, type: AttributeType.NUMBER },
          projectionType: ProjectionType.ALL,
        },
        // Without keys no record has an account.
        ...(keys === 'off'
          ? []
          : [
              {
                indexName: ownConversions.name,
                partitionKey: { name: ownConversions.partitionKey, type: AttributeType.STRING },
                sortKey: { name: ownConversions.sortKey, type: AttributeType.NUMBER },
                projectionType: ProjectionType.INCLUDE,
                nonKeyAttributes: [...ownConversions.attributes],
              },
            ]),
      ],
      removalPolicy,
    });

    Validations.of(this.table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason:
        'Point-in-time recovery would keep the names of files for 35 days after they were forgotten. What is in the table ' +
        'is of use for half an hour, and nobody could do anything with it without the files, which are gone by then.',
    });

    this.bucket = new FilesBucket(this, 'Files', { removalPolicy });
    if (keys !== 'off') this.callers = new Callers(this, 'Callers', { keys, plans });
  }

  /** Lets a function store sources, sign forms for results, store records, and poll them. */
  grantConvert(fn: Workload): void {
    this.callers?.grantAdmit(fn);
    // The record of a repeatable request is stored before its result.
    this.grantTable(fn, ['dynamodb:PutItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem']);
    this.grantFiles(fn, ['s3:PutObject', 's3:DeleteObject'], ['sources']);
    this.grantFiles(fn, RECEIVE, ['results']);
  }

  /** Lets a server store uploads while they are received, store records, and poll them. */
  grantIngest(server: Workload): void {
    this.callers?.grantAdmit(server);
    this.grantTable(server, ['dynamodb:PutItem', 'dynamodb:GetItem']);
    this.grantFiles(server, STORE, ['uploads']);
  }

  /** Lets a function sign forms for uploads, which have the permissions of the function. */
  grantUploads(fn: Workload): void {
    this.callers?.grantAdmit(fn);
    // A record is read again when the response to its write was lost.
    this.grantTable(fn, ['dynamodb:PutItem', 'dynamodb:GetItem']);
    this.grantFiles(fn, ['s3:PutObject'], ['uploads']);
  }

  /** Invokes a function for uploads by form, and lets it read them and begin their conversions. */
  grantIntake(fn: ConversionFunction): void {
    this.callers?.grantRelease(fn);
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
    this.grantFiles(fn, ['s3:GetObject', 's3:DeleteObject'], ['uploads'], this.bucket.named);
    this.bucket.tellOfUploads(fn);
  }

  /** Lets a function copy files in, begin their conversions, read their records, and copy the results out. */
  grantDropFolder(fn: Workload): void {
    // Files of a drop folder have no key.
    this.callers?.grantCount(fn);
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
    this.grantFiles(fn, RECEIVE, ['uploads']);
    this.grantFiles(fn, ['s3:GetObject', 's3:DeleteObject'], ['results']);
  }

  /** Lets a function sign links to sources and forms for results: they have the permissions of the function. */
  grantDispatch(fn: Workload, engines: readonly Pick<Engine, 'name'>[]): void {
    this.callers?.grantRelease(fn);
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem']);
    this.grantFiles(
      fn,
      ['s3:GetObject', 's3:DeleteObject'],
      [...engines.map(({ name }) => `sources/${name}`), 'uploads'],
    );
    this.grantFiles(fn, RECEIVE, ['results']);
  }

  /** Lets a function read records. */
  grantStatus(fn: Workload): void {
    this.grantTable(fn, ['dynamodb:GetItem']);
  }

  /** Lets a function read a result, record its download, and delete it. */
  grantDownload(fn: Workload): void {
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem']);
    this.grantFiles(fn, ['s3:GetObject', 's3:DeleteObject'], ['results']);
  }

  /** Lets a function list the conversions of accounts. */
  grantList(fn: Workload): void {
    this.callers?.grantIdentify(fn);
    fn.addEnvironment(ENVIRONMENT.conversionsTable, this.table.tableName);
    allow(fn, ['dynamodb:Query'], [`${this.table.tableArn}/index/${CONVERSIONS_TABLE.ownConversions.name}`]);
  }

  /** Lets a function replace a record by its remains, and delete its files. */
  grantDelete(fn: Workload): void {
    this.callers?.grantIdentify(fn);
    this.callers?.grantRelease(fn);
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:PutItem']);
    this.grantFiles(fn, ['s3:DeleteObject'], ['results', 'sources', 'uploads']);
  }

  /** Lets a function find overdue files, delete them, and record that. */
  grantSweep(fn: Workload): void {
    this.grantTable(fn, ['dynamodb:UpdateItem']);
    allow(fn, ['dynamodb:Query'], [`${this.table.tableArn}/index/${CONVERSIONS_TABLE.storedFiles.name}`]);
    this.grantFiles(fn, ['s3:DeleteObject'], ['results', 'sources', 'uploads']);
  }

  /** Lets a function read the stream of the table. @returns the ARN of the stream */
  grantStream(fn: Workload): string {
    const stream = this.table.tableStreamArn;
    if (!stream || !this.events) throw new Error('The table has no stream: there are no events');
    allow(fn, ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], [stream]);
    // Lambda also requires ListStreams, which IAM does not limit to one stream.
    const streams = `${this.table.tableArn}/stream/*`;
    allow(fn, ['dynamodb:ListStreams'], [streams]);
    acknowledgeWildcard(fn.role ?? fn, streams, 'dynamodb:ListStreams lists the streams of this one table.');
    return stream;
  }

  /** Sets the upload origin in the environment of a function, without permissions. */
  announceUploads(fn: Workload): void {
    fn.addEnvironment(ENVIRONMENT.uploadOrigin, `https://${this.bucket.bucketRegionalDomainName}`);
  }

  private grantTable(workload: Workload, actions: readonly string[]): void {
    workload.addEnvironment(ENVIRONMENT.conversionsTable, this.table.tableName);
    allow(workload, actions, [this.table.tableArn]);
  }

  private grantFiles(
    workload: Workload,
    actions: readonly string[],
    folders: readonly string[],
    bucket: IBucket = this.bucket,
  ): void {
    workload.addEnvironment(ENVIRONMENT.filesBucket, bucket.bucketName);
    for (const folder of folders) {
      const files = bucket.arnForObjects(`${folder}/*`);
      allow(workload, actions, [files]);
      const reason = `Keys below ${folder}/ are random identifiers made at run time: no policy can name them.`;
      acknowledgeWildcard(workload.role ?? workload, files, reason);
    }
  }
}
