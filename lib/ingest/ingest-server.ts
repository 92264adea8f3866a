import { Aws, type Duration, Names } from 'aws-cdk-lib';
import type { OriginBase, OriginOptions } from 'aws-cdk-lib/aws-cloudfront';
import type { HttpOriginProps } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroupRef } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Workload } from '../permissions/workload.ts';

/** A name has at most 64 characters, of which a hyphen and the region take up to 16. */
const LONGEST_NAME = 48;

/** A name for a resource whose names are shared by all regions of an account. */
export function nameInAllRegions(scope: Construct): string {
  return `${Names.uniqueResourceName(scope, { maxLength: LONGEST_NAME })}-${Aws.REGION}`;
}

/** The settings of a CloudFront origin. */
export type OriginSettings = OriginOptions & Pick<HttpOriginProps, 'readTimeout'>;

/** The ingest server, as a web function or in containers. */
export interface IngestServer extends Workload {
  /** Its log. */
  readonly logGroup: ILogGroupRef;
  /** The count of 5xx responses, of the server or of the load balancer. */
  metricServerErrors(period: Duration): IMetric;
  /** The server as an origin of CloudFront. */
  origin(settings: OriginSettings): OriginBase;
}
