import type { Duration } from 'aws-cdk-lib';
import type { OriginBase } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { INGEST_NODE_OPTIONS } from '../../functions/lanes.ts';
import { OriginKeys, type OriginKeysProps } from '../edge/origin-keys.ts';
import type { ServiceParts } from '../service-parts.ts';
import { IngestFunction } from './ingest-function.ts';
import type { IngestServer } from './ingest-server.ts';
import { IngestService, type IngestServiceProps } from './ingest-service.ts';

export interface IngestProps extends Omit<ServiceParts, 'metrics'>, IngestServiceProps, OriginKeysProps {
  /**
   * How the server runs. A web function costs nothing while nobody uploads. In regions without web functions, `fargate` runs
   * the same server in a container behind a load balancer, which costs by the hour. Its deployment needs Docker, or a
   * replacement (`CDK_DOCKER`).
   * @default 'web-function'
   */
  readonly ingest?: 'web-function' | 'fargate';
}

/** Receives uploads that are too large for an event, from CloudFront only. */
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

  /** The server as an origin of CloudFront, with the secret header. */
  origin(originId: string, readTimeout: Duration): OriginBase {
    return this.server.origin({ originId, readTimeout, customHeaders: this.originKeys.headers });
  }
}
