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

/** DeleteObject and AbortMultipartUpload: a file whose record could not be stored must not stay. */
const STORE = ['s3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'];

/** Signing a form for a result, looking at what came with it, and deleting it if nobody wants it any more. */
const RECEIVE = ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'];

export interface ConversionStorageProps extends CallersProps, EventsSettings {
  /**
   * What becomes of records and files when they leave the stack.
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;
}

/** Where conversions are kept: their records in a table, their files in a bucket. */
export class ConversionStorage extends Construct {
  public readonly table: TableV2;
  public readonly bucket: FilesBucket;
  /** Whose conversions they are; only where callers have keys. */
  public readonly callers: Callers | undefined;
  /** Whether the table has a stream, in which is seen what happens to conversions. */
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
        // Where nobody has a key, no record is anybody's.
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
    if (keys !== 'off')
      this.callers = new Callers(this, 'Callers', {
        keys,
        removalPolicy,

        ...(plans && { plans }),
      });
  }

  /** Lets a function store sources, have engines store results, store their records, and wait for what becomes of them. */
  grantConvert(fn: Workload): void {
    this.callers?.grantAdmit(fn);
    // A request that may be repeated has its record before its result.
    this.grantTable(fn, ['dynamodb:PutItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem']);
    this.grantFiles(fn, ['s3:PutObject', 's3:DeleteObject'], ['sources']);
    this.grantFiles(fn, RECEIVE, ['results']);
  }

  /** Lets a server store uploads while they come in, and their records, and wait for what becomes of them. */
  grantIngest(server: Workload): void {
    this.callers?.grantAdmit(server);
    this.grantTable(server, ['dynamodb:PutItem', 'dynamodb:GetItem']);
    this.grantFiles(server, STORE, ['uploads']);
  }

  /** Lets a function sign forms for uploads: who uses such a form, does it with the right of the function. */
  grantUploads(fn: Workload): void {
    this.callers?.grantAdmit(fn);
    // A record whose answer was lost is read back.
    this.grantTable(fn, ['dynamodb:PutItem', 'dynamodb:GetItem']);
    this.grantFiles(fn, ['s3:PutObject'], ['uploads']);
  }

  /** Calls a function for the uploads that came with such a form, and lets it look at them and begin their jobs. */
  grantIntake(fn: ConversionFunction): void {
    this.callers?.grantRelease(fn);
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
    this.grantFiles(fn, ['s3:GetObject', 's3:DeleteObject'], ['uploads'], this.bucket.named);
    this.bucket.tellOfUploads(fn);
  }

  /** Lets a function copy files in, begin their jobs, wait for them, and copy the results out. */
  grantDropFolder(fn: Workload): void {
    // Whoever may put files there has no key.
    this.callers?.grantCount(fn);
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
    this.grantFiles(fn, RECEIVE, ['uploads']);
    this.grantFiles(fn, ['s3:GetObject', 's3:DeleteObject'], ['results']);
  }

  /** Lets a function have engines turn their sources into results: links and forms that it signs have its rights. */
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

  /** Lets a function hand out a result, note it, and delete it. */
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

  /** Lets a function put what stays of a conversion in its place, and delete its files. */
  grantDelete(fn: Workload): void {
    this.callers?.grantIdentify(fn);
    this.callers?.grantRelease(fn);
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:PutItem']);
    this.grantFiles(fn, ['s3:DeleteObject'], ['results', 'sources', 'uploads']);
  }

  /** Lets a function find the files whose time is over, delete them, and note it. */
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
    // Lambda asks for this one too, of which IAM knows no single stream.
    const streams = `${this.table.tableArn}/stream/*`;
    allow(fn, ['dynamodb:ListStreams'], [streams]);
    acknowledgeWildcard(fn.role ?? fn, streams, 'dynamodb:ListStreams lists the streams of this one table.');
    return stream;
  }

  /** Tells a function where files are uploaded to. It gets no permission. */
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
