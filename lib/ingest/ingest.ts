import type { Duration } from 'aws-cdk-lib';
import type { OriginBase } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { INGEST_NODE_OPTIONS } from '../../functions/lanes.ts';
import { OriginKeys, type OriginKeysProps } from '../edge/origin-keys.ts';
import type { DeployedEngines } from '../engines/deployed-engines.ts';
import type { ConversionJobs } from '../jobs/conversion-jobs.ts';
import type { ConversionStorage } from '../storage/conversion-storage.ts';
import { IngestFunction, type IngestFunctionProps } from './ingest-function.ts';
import type { IngestServer } from './ingest-server.ts';
import { IngestService, type IngestServiceProps } from './ingest-service.ts';

export interface IngestProps extends IngestFunctionProps, IngestServiceProps, OriginKeysProps {
  /** Where uploads are stored. */
  readonly storage: ConversionStorage;
  /** What they can be converted with. */
  readonly engines: DeployedEngines;
  /** Where their jobs go. */
  readonly jobs: ConversionJobs;
  /**
   * What the server runs on. A web function is there while somebody uploads and costs nothing else; where there are no
   * web functions, or they take no body as large as ours, `fargate` is the same server in a container behind a load
   * balancer, which costs by the hour. Deploying it needs Docker, or what the CDK takes in its place (`CDK_DOCKER`).
   * @default 'web-function'
   */
  readonly ingest?: 'web-function' | 'fargate';
}

/** Takes the uploads that are too large for an event, from the edge alone. */
export class Ingest extends Construct {
  public readonly originKeys: OriginKeys;
  public readonly server: IngestServer;

  constructor(scope: Construct, id: string, props: IngestProps) {
    super(scope, id);
    const { storage, engines, jobs, ingest = 'web-function' } = props;
    this.originKeys = new OriginKeys(this, 'OriginKeys', props);
    this.server =
      ingest === 'fargate' ? new IngestService(this, 'Service', props) : new IngestFunction(this, 'Function', props);
    this.server.addEnvironment('NODE_OPTIONS', INGEST_NODE_OPTIONS);
    this.originKeys.demandedBy(this.server);
    storage.grantIngest(this.server);
    engines.announce(this.server);
    jobs.grantSend(this.server);
  }

  /** The server as an origin of the edge, with the key that only the edge has. */
  origin(originId: string, readTimeout: Duration): OriginBase {
    return this.server.origin({ originId, readTimeout, customHeaders: this.originKeys.headers });
  }
}
