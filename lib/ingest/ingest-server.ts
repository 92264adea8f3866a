import type { Duration } from 'aws-cdk-lib';
import type { OriginBase, OriginOptions } from 'aws-cdk-lib/aws-cloudfront';
import type { HttpOriginProps } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroupRef } from 'aws-cdk-lib/aws-logs';
import type { Workload } from '../permissions/workload.ts';

/** How the edge uses an origin, wherever that is. */
export type OriginSettings = OriginOptions & Pick<HttpOriginProps, 'readTimeout'>;

/** The ingest server, wherever it runs. */
export interface IngestServer extends Workload {
  /** What it says. */
  readonly logGroup: ILogGroupRef;
  /** How many requests were answered with 5xx, by the server or by what is in front of it. */
  metricServerErrors(period: Duration): IMetric;
  /** The server as an origin of the edge. */
  origin(settings: OriginSettings): OriginBase;
}
