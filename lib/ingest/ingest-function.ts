import { Annotations, Duration } from 'aws-cdk-lib';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { WebFunction, WebFunctionAuthType, WebFunctionRuntime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { LONGEST_REQUEST } from '../../functions/lanes.ts';
import { INGEST_ENTRY } from '../../functions/routes.ts';
import { DETECTION_WORKER } from '../functions/function-bundling.ts';
import { addLogGroup, type LogSettings } from '../operation/logs.ts';
import { type IngestServer, nameInAllRegions, type OriginSettings } from './ingest-server.ts';
import { ServerBundle } from './server-bundle.ts';
import { ServerCode } from './server-code.ts';

/** The largest count of environments, with up to 64 uploads in each: bounds the cost of a flood of requests. */
const MOST_ENVIRONMENTS = 10;

/**
 * The ingest server as a Lambda web function, which costs nothing while nobody uploads. Its memory (2 GB), its two processors
 * and its platform (arm64) are the same for all web functions.
 */
export class IngestFunction extends WebFunction implements IngestServer {
  constructor(scope: Construct, id: string, settings: LogSettings) {
    const logGroup = addLogGroup(scope, `${id}Logs`, settings);
    // Its own role, since the default one may write to every log group of the account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    const { folder } = new ServerBundle(scope, `${id}Bundle`, { entry: INGEST_ENTRY, programs: [DETECTION_WORKER] });

    super(scope, id, {
      webFunctionName: nameInAllRegions(scope),
      revisionDescription: 'Takes uploads that are too large for an event',
      code: new ServerCode(scope, `${id}Code`, { ...settings, folder }).code,
      runtime: WebFunctionRuntime.NODEJS_24_X,
      // The maximum of Lambda, since 100 MB take long on a slow connection.
      timeout: Duration.millis(LONGEST_REQUEST),
      // IAM_AUTH requires the digest of the body in a header, which no client sends. So the endpoint is public, and the
      // server refuses requests without the key of CloudFront.
      defaultEndpointAuth: WebFunctionAuthType.APPLICATION_MANAGED,
      defaultEndpoint: { maxEnvironments: MOST_ENVIRONMENTS },
      role,
      logGroup,
    });
    // The permissions have to exist before the first request.
    this.resourceRevision.node.addDependency(role);
    Annotations.of(this).acknowledgeWarning(
      '@aws-cdk/aws-lambda:webFunctionPublicEndpoint',
      'The server refuses whoever does not bear the key of the edge.',
    );
  }

  addEnvironment(name: string, value: string): void {
    this.resourceRevision.addPropertyOverride(`ServiceConfig.EnvironmentVariables.${name}`, value);
  }

  /**
   * A Metrics Insights query, since the dimensions besides the name are not documented.
   * https://docs.aws.amazon.com/lambda/latest/dg/web-functions-monitoring-metrics.html
   */
  metricServerErrors(period: Duration): IMetric {
    return new MathExpression({
      expression: `SELECT SUM(HTTPResponseStatusClass5XX) FROM "AWS/Lambda/Web" WHERE FunctionName = '${this.webFunctionName}'`,
      usingMetrics: {},
      period,
    });
  }

  origin(settings: OriginSettings): HttpOrigin {
    return new HttpOrigin(this.endpoint.domainName, settings);
  }
}
