import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Engine } from '../functions/conversion/engine.ts';
import { CONVERSIONS_TABLE } from '../functions/conversions-table.ts';
import { ENVIRONMENT } from '../functions/environment.ts';
import { allow } from './allow.ts';

/** DeleteObject and AbortMultipartUpload: a file whose record could not be stored must not stay. */
const STORE = ['s3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'];

/** What a worker does: its role allows it, and the network in which it runs lets nothing else through. */
export const WORKER_ACTIONS = {
  records: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
  sources: ['s3:GetObject', 's3:DeleteObject'],
  results: STORE,
} as const satisfies Record<string, readonly string[]>;

export interface ConversionStorageProps {
  /**
   * What becomes of records and files when they leave the stack.
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;
}

/** Where conversions are kept: their records in a table, their files in a bucket. */
export class ConversionStorage extends Construct {
  public readonly table: TableV2;
  public readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { removalPolicy = RemovalPolicy.DESTROY }: ConversionStorageProps = {}) {
    super(scope, id);
    const { key, timeToLive, storedFiles } = CONVERSIONS_TABLE;

    this.table = new TableV2(this, 'Conversions', {
      partitionKey: { name: key, type: AttributeType.STRING },
      timeToLiveAttribute: timeToLive,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      globalSecondaryIndexes: [
        {
          indexName: storedFiles.name,
          partitionKey: { name: storedFiles.partitionKey, type: AttributeType.STRING },
          sortKey: { name: storedFiles.sortKey, type: AttributeType.NUMBER },
          projectionType: ProjectionType.ALL,
        },
      ],
      removalPolicy,
    });

    // No `autoDeleteObjects`: it brings a function of its own that may list and delete everything. The sweep leaves the
    // bucket empty half an hour after the last conversion, and from then on the stack can be deleted. Before that,
    // CloudFormation refuses rather than delete a file under the hands of the one who waits for it; what it leaves
    // behind then, the lifecycle removes.
    this.bucket = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [
        // The sweep deletes files on time; this is for those it never heard of. A day is the shortest S3 knows.
        { expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Only the functions of this service reach the bucket, and each logs what it does with a conversion. ' +
        'Access logs would outlive by far the files, which are gone after half an hour.',
    });
  }

  /** Lets a function store results, sources for the workers, and their records, and wait for what becomes of them. */
  grantConvert(fn: LambdaFunction): void {
    this.grantTable(fn, ['dynamodb:PutItem', 'dynamodb:GetItem']);
    this.grantFiles(fn, STORE, ['results']);
    this.grantFiles(fn, ['s3:PutObject', 's3:AbortMultipartUpload'], ['sources']);
  }

  /** Lets a function turn the sources of an engine into results. */
  grantWorker(fn: LambdaFunction, { name }: Pick<Engine, 'name'>): void {
    this.grantTable(fn, WORKER_ACTIONS.records);
    this.grantFiles(fn, WORKER_ACTIONS.sources, [`sources/${name}`]);
    this.grantFiles(fn, WORKER_ACTIONS.results, ['results']);
  }

  /** Lets a function end jobs that are not done, and delete their sources. */
  grantGiveUp(fn: LambdaFunction): void {
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem']);
    this.grantFiles(fn, ['s3:DeleteObject'], ['sources']);
  }

  /** Lets a function read records. */
  grantStatus(fn: LambdaFunction): void {
    this.grantTable(fn, ['dynamodb:GetItem']);
  }

  /** Lets a function hand out a result, note it, and delete it. */
  grantDownload(fn: LambdaFunction): void {
    this.grantTable(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem']);
    this.grantFiles(fn, ['s3:GetObject', 's3:DeleteObject'], ['results']);
  }

  /** Lets a function find the files whose time is over, delete them, and note it. */
  grantSweep(fn: LambdaFunction): void {
    this.grantTable(fn, ['dynamodb:UpdateItem']);
    allow(fn, ['dynamodb:Query'], [`${this.table.tableArn}/index/${CONVERSIONS_TABLE.storedFiles.name}`]);
    this.grantFiles(fn, ['s3:DeleteObject'], ['results', 'sources']);
  }

  private grantTable(fn: LambdaFunction, actions: readonly string[]): void {
    fn.addEnvironment(ENVIRONMENT.conversionsTable, this.table.tableName);
    allow(fn, actions, [this.table.tableArn]);
  }

  private grantFiles(fn: LambdaFunction, actions: readonly string[], folders: readonly string[]): void {
    fn.addEnvironment(ENVIRONMENT.filesBucket, this.bucket.bucketName);
    allow(
      fn,
      actions,
      folders.map((folder) => this.bucket.arnForObjects(`${folder}/*`)),
    );
    const bucket = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnBucket);
    for (const folder of folders) {
      Validations.of(fn.role ?? fn).acknowledge({
        id: `AwsSolutions-IAM5[Resource::<${bucket}.Arn>/${folder}/*]`,
        reason: `Keys below ${folder}/ are random identifiers made at run time: no policy can name them.`,
      });
    }
  }
}
