import { Duration } from 'aws-cdk-lib';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { DropFolderSettings } from '../../functions/drop-folder-settings.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { DROP_FOLDER_ENTRY } from '../../functions/routes.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import { DETECTION_WORKER } from '../functions/function-bundling.ts';
import type { ServiceParts } from '../service-parts.ts';
import { Arrivals } from './arrivals.ts';
import { checkOptions } from './check-options.ts';
import type { DropFolderOptions } from './drop-folder-options.ts';
import { grantRead, grantWrite } from './foreign-bucket.ts';

/** The timeout of an invocation, which begins conversions or copies results: S3 copies some hundred MB a second. */
const CALL_TIME = Duration.minutes(5);

/** How many invocations a file has before it goes to the dead letter queue. */
const CALLS = 12;

export interface DropFolderProps extends DropFolderOptions, Omit<ServiceParts, 'metrics'> {
  /** The watched bucket. */
  readonly bucket: IBucket;
}

/** Converts the files that appear in a bucket, and stores the results in the same or another bucket. */
export class DropFolder extends Construct {
  public readonly arrivals: Arrivals;
  public readonly function: ConversionFunction;

  constructor(scope: Construct, id: string, props: DropFolderProps) {
    super(scope, id);
    const { bucket, prefix, into, outPrefix, storage, engines, jobs, maximumConcurrency = 3, logRetention } = props;
    checkOptions(bucket, props);
    if ([bucket, into].includes(storage.bucket))
      throw new Error('The bucket of the service is its own: what lies there is deleted after a while.');
    this.arrivals = new Arrivals(this, 'Arrivals', { bucket, prefix, callTime: CALL_TIME, calls: CALLS });
    this.function = new ConversionFunction(this, 'Function', {
      entry: DROP_FOLDER_ENTRY,
      description: 'Has the files converted that are put into a drop folder',
      timeout: CALL_TIME,
      // It sends the message of a file that has to wait to its own queues. Lambda stops such a chain after about 16 calls.
      recursiveLoop: RecursiveLoop.ALLOW,
      programs: [DETECTION_WORKER],
      logRetention,
      environment: { [ENVIRONMENT.dropFolder]: JSON.stringify(settingsOf(props)) },
    });
    storage.grantDropFolder(this.function);
    engines.announce(this.function);
    jobs.grantSend(this.function);
    grantRead(this.function, bucket, prefix);
    grantWrite(this.function, into, outPrefix);
    this.arrivals.deliverTo(this.function, maximumConcurrency);
  }
}

function settingsOf({ prefix, into, outPrefix, to, ...others }: DropFolderOptions): DropFolderSettings {
  const { suffixes, quality, options, account } = others;
  const known = { prefix, into: into.bucketName, outPrefix, to };
  return { ...known, suffixes: suffixes?.map((suffix) => suffix.toLowerCase()), quality, options, account };
}
