import { CfnOutput } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ApiFirewall } from './api/api-firewall.ts';
import { ConversionApi, type ConversionApiProps } from './api/conversion-api.ts';
import { RouteFunctions, type RouteFunctionsProps } from './api/route-functions.ts';
import { UsageReports } from './callers/usage-reports.ts';
import { DropFolder } from './drop-folder/drop-folder.ts';
import type { DropFolderOptions } from './drop-folder/drop-folder-options.ts';
import { Edge, type EdgeProps } from './edge/edge.ts';
import { DeployedEngines, type DeployedEnginesProps, VIDEO_ENGINE } from './engines/deployed-engines.ts';
import { EngineNetwork, type FunctionNetwork } from './engines/engine-network.ts';
import type { BusProps } from './events/bus.ts';
import { Events } from './events/events.ts';
import { Webhooks } from './events/webhooks.ts';
import { ARCHITECTURE } from './functions/conversion-function.ts';
import { Ingest, type IngestProps } from './ingest/ingest.ts';
import { ConversionJobs, type ConversionJobsProps } from './jobs/conversion-jobs.ts';
import { Intake } from './jobs/intake.ts';
import { LongVideos, type LongVideosProps } from './jobs/long-videos.ts';
import type { WatchedParts } from './operation/alarms.ts';
import { Operation, type OperationProps } from './operation/operation.ts';
import { ServiceMetrics } from './operation/service-metrics.ts';
import { PartStack } from './part-stack.ts';
import { ConversionStorage, type ConversionStorageProps } from './storage/conversion-storage.ts';
import { Sweep } from './storage/sweep.ts';

/** All properties have defaults. */
export interface FileConversionProps
  extends ConversionStorageProps,
    Omit<DeployedEnginesProps, 'network'>,
    Pick<ConversionJobsProps, 'maximumConcurrency'>,
    Pick<LongVideosProps, 'longVideos'>,
    Omit<ConversionApiProps, 'functions'>,
    Pick<RouteFunctionsProps, 'redirectAbove' | 'reservedConcurrency'>,
    Omit<IngestProps, 'storage' | 'engines' | 'jobs'>,
    Omit<EdgeProps, 'api' | 'functions' | 'ingest'>,
    Omit<OperationProps, keyof WatchedParts | 'baseUrl' | 'engines'>,
    BusProps {
  /**
   * The VPC of the engines, which needs only S3. `false`: none; then an engine that a hostile file controls can reach the
   * internet, though it has no credentials.
   * @default - an EngineNetwork, which reaches only the files of a job
   */
  readonly network?: FunctionNetwork | false;
  /**
   * `false`: without CloudFront and the ingest server. Then clients call API Gateway, which accepts convert requests of about
   * 4.5 MB; larger files can still be uploaded straight to the bucket.
   * @default true
   */
  readonly edge?: boolean;
}

/** The file conversion service: an API that converts an uploaded file, whose result can be downloaded once. */
export class FileConversion extends Construct {
  public readonly storage: ConversionStorage;
  public readonly network: FunctionNetwork | false;
  public readonly engines: DeployedEngines;
  public readonly jobs: ConversionJobs;
  /** Only where long videos are converted in chunks. */
  public readonly longVideos: LongVideos | undefined;
  public readonly functions: RouteFunctions;
  public readonly api: ConversionApi;
  public readonly intake: Intake;
  public readonly ingest: Ingest | undefined;
  public readonly edge: Edge | undefined;
  public readonly sweep: Sweep;
  public readonly metrics: ServiceMetrics;
  public readonly operation: Operation;
  /** The address of the service. */
  public readonly baseUrl: string;
  /** The events of conversions; only where they are delivered. */
  public readonly events: Events | undefined;
  /** Delivers events to accounts; only where callers have keys. */
  public readonly webhooks: Webhooks | undefined;
  /** Only where callers have keys. */
  public readonly usageReports: UsageReports | undefined;
  private readonly props: FileConversionProps;

  constructor(scope: Construct, id: string, props: FileConversionProps = {}) {
    super(scope, id);
    this.props = props;
    if (props.architecture) this.node.setContext(ARCHITECTURE, props.architecture);

    this.metrics = new ServiceMetrics(this, 'Metrics');
    this.storage = new ConversionStorage(this, 'Storage', props);
    const { storage } = this;
    // The queues stay in this stack: the bucket notifies intake, which sends to them, and engines refer to the bucket.
    const engineStack = new PartStack(this, 'EngineStack', {
      description: 'The engines of the file conversion service',
    });
    this.network = props.network ?? new EngineNetwork(engineStack, 'Network', { ...props, storage });
    this.engines = new DeployedEngines(engineStack, 'Engines', { ...props, network: this.network });
    const { engines, metrics } = this;
    if (props.longVideos !== undefined && engines.functions.has(VIDEO_ENGINE))
      this.longVideos = new LongVideos(this, 'LongVideos', { ...props, storage, engines, metrics });
    const { longVideos } = this;
    this.jobs = new ConversionJobs(this, 'Jobs', { ...props, storage, engines, metrics, longVideos });
    const { callers } = storage;
    if (callers) this.webhooks = new Webhooks(this, 'Webhooks', { ...props, callers });
    const { jobs, webhooks } = this;
    const parts = { ...props, storage, engines, jobs, metrics, webhooks };
    this.functions = new RouteFunctions(this, 'Functions', parts);
    this.api = new ConversionApi(this, 'Api', { ...props, functions: this.functions });
    this.intake = new Intake(this, 'Intake', parts);
    if (props.edge ?? true) {
      this.ingest = new Ingest(this, 'Ingest', parts);
      this.edge = new Edge(this, 'Edge', { ...parts, api: this.api, functions: this.functions, ingest: this.ingest });
    } else {
      new ApiFirewall(this, 'ApiFirewall', { ...props, api: this.api });
    }
    this.sweep = new Sweep(this, 'Sweep', { ...props, storage });
    if (storage.events) this.events = new Events(this, 'Events', parts);

    if (callers) {
      this.usageReports = new UsageReports(this, 'UsageReports', { ...props, ledger: callers.ledger });
      const description = 'The table of keys, for npm run keys';
      new CfnOutput(this, 'CallersTable', { description, value: callers.table.tableName });
    }
    const { baseUrl } = this.edge ?? this.api;
    this.baseUrl = baseUrl;
    const { api, intake, ingest, edge, sweep, events, usageReports } = this;
    const watched = { api, intake, ingest, edge, sweep, events, usageReports, longVideos };
    const description = 'What watches the file conversion service';
    const operationStack = new PartStack(this, 'OperationStack', { description });
    this.operation = new Operation(operationStack, 'Operation', { ...parts, ...watched, baseUrl });
    new CfnOutput(this, 'BaseUrl', { description: 'Where clients find the service', value: baseUrl });
  }

  /**
   * Converts the files that appear in a bucket, whatever wrote them: the console, the AWS CLI, another program.
   * @throws Error when results would be converted again, or every file would fail
   */
  onUpload(bucket: IBucket, options: DropFolderOptions): DropFolder {
    const { storage, engines, jobs } = this;
    const { logRetention } = this.props;
    // Independent of the order of calls, and different for each format.
    const id = `DropFolder-${bucket.node.addr.slice(-8)}-${options.prefix}-${options.to}`;
    const folder = new DropFolder(this, id, { ...options, bucket, storage, engines, jobs, logRetention });
    this.operation.alarms?.watchDropFolder(folder);
    return folder;
  }

  /**
   * Lets your function convert files. `FILE_CONVERSION_URL` in its environment is the address of the service, and
   * `FILE_CONVERSION_KEY_SECRET` the ARN of the secret with its API key, which it may read. It needs access to the internet.
   * @throws Error when the service requires a key and none is given
   */
  grantConvert(fn: LambdaFunction, apiKey?: ISecret): void {
    if (this.props.keys === 'required' && !apiKey)
      throw new Error('Callers need a key here: give grantConvert a secret with one.');
    fn.addEnvironment('FILE_CONVERSION_URL', this.baseUrl);
    if (!apiKey) return;
    fn.addEnvironment('FILE_CONVERSION_KEY_SECRET', apiKey.secretArn);
    apiKey.grantRead(fn);
  }

  /** The count of ended conversions, by outcome. */
  metricConversions(): IMetric {
    return this.metrics.conversionsBy('outcome');
  }

  /** The share of conversions that failed by a fault of the service, 0 to 1, by engine. */
  metricFaults(): IMetric {
    return this.metrics.faultsByEngine();
  }

  /** Seconds in the engine, of done conversions, by engine. */
  metricEngineSeconds(): IMetric {
    return this.metrics.timeByEngine('engineSeconds');
  }

  /** Seconds from the request to the first attempt, of queued conversions, by engine. */
  metricQueueWait(): IMetric {
    return this.metrics.timeByEngine('queueWait');
  }

  /** Bytes of the sources, of done conversions. */
  metricBytesIn(): IMetric {
    return this.metrics.bytes('bytesIn');
  }

  /** Bytes of the results, of done conversions. */
  metricBytesOut(): IMetric {
    return this.metrics.bytes('bytesOut');
  }
}
