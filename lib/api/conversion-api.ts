import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseTransferMode,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { LONGEST_DOWNLOAD } from '../../functions/conversion/conversion.ts';
import { methodsOf, ROUTES, type Route } from '../../functions/routes.ts';
import type { ConversionFunction } from '../functions/conversion-function.ts';
import { addLogGroup, type LogSettings } from '../operation/logs.ts';
import { GatewayResponses } from './gateway-responses.ts';
import type { RouteFunctions } from './route-functions.ts';

/**
 * The stage is the first segment of every documented path: a route `/api/v1/health` is the resource `/v1/health` in
 * the stage `api`, and is found at https://<id>.execute-api.<region>.amazonaws.com/api/v1/health. So a relative
 * `download_url` (/api/v1/download/...) resolves against the host, with and without a domain name in front.
 */
const STAGE = 'api';

/** The fields of the access log. The path is left out, since it holds the identifier, which is the right to download. */
const ACCESS_LOG_FIELDS = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  integrationStatus: '$context.integration.status',
  latency: '$context.responseLatency',
  integrationLatency: '$context.integration.latency',
  responseLength: '$context.responseLength',
  sourceIp: '$context.identity.sourceIp',
  error: '$context.error.responseType',
};

export interface ConversionApiProps extends LogSettings {
  /** The functions of the routes. */
  readonly functions: RouteFunctions;
  /**
   * The rate limit in requests per second, on average; more get 429.
   * @default 20
   */
  readonly throttleRate?: number;
  /**
   * The burst: how many requests are let through at once.
   * @default 40
   */
  readonly throttleBurst?: number;
  /**
   * Whether to make the role with which API Gateway writes logs. All APIs of an account and region share it: set false where
   * something else manages it.
   * @default true
   */
  readonly cloudWatchRole?: boolean;
}

/** The default rate limit, in requests per second. */
export const DEFAULT_THROTTLE_RATE = 20;

/** The REST API, built from the routes. */
export class ConversionApi extends Construct {
  public readonly restApi: RestApi;
  /** The host of the API. */
  public readonly domainName: string;
  /** The address of the service without CloudFront; ends with the path prefix /api/v1. */
  public readonly baseUrl: string;

  constructor(scope: Construct, id: string, props: ConversionApiProps) {
    super(scope, id);
    const { throttleRate = DEFAULT_THROTTLE_RATE, throttleBurst = 40, cloudWatchRole = true } = props;
    const accessLogs = addLogGroup(this, 'AccessLogs', props);

    this.restApi = new RestApi(this, 'RestApi', {
      restApiName: this.node.path,
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: ['multipart/form-data'],
      cloudWatchRole,
      deployOptions: {
        stageName: STAGE,
        throttlingRateLimit: throttleRate,
        throttlingBurstLimit: throttleBurst,
        accessLogDestination: new LogGroupLogDestination(accessLogs),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
        loggingLevel: MethodLoggingLevel.ERROR,
        // Traces of API Gateway would hold the paths, and so the identifiers; those of the functions do not.
        tracingEnabled: false,
        // Metrics by method cost extra; those of the whole API are free.
        metricsEnabled: false,
      },
    });
    // Its own output names the stage, not the base URL; one output is clearer.
    this.restApi.node.tryRemoveChild('Endpoint');
    const { region, urlSuffix } = Stack.of(this);
    this.domainName = `${this.restApi.restApiId}.execute-api.${region}.${urlSuffix}`;
    this.baseUrl = this.restApi.urlForPath('/v1');

    // API Gateway would create this log group itself, without expiry.
    const executionLogsName = `API-Gateway-Execution-Logs_${this.restApi.restApiId}/${STAGE}`;
    const executionLogs = addLogGroup(this, 'ExecutionLogs', props, executionLogsName);
    this.restApi.deploymentStage.node.addDependency(executionLogs);

    this.addRoutes(props.functions);
    new GatewayResponses(this, 'GatewayResponses', { restApi: this.restApi });
    this.acknowledge(cloudWatchRole);
  }

  private addRoutes({ byRoute, fallback }: RouteFunctions): void {
    const resources = new Set<IResource>();
    for (const route of ROUTES) {
      const fn = byRoute[route.name];
      if (!fn) continue;
      const resource = this.restApi.root.resourceForPath(route.path.slice(`/${STAGE}`.length));
      const integration = integrate(route, fn);
      for (const method of methodsOf(route)) resource.addMethod(method, integration);
      for (let step: IResource | undefined = resource; step; step = step.parentResource) resources.add(step);
    }
    resources.add(this.restApi.root.addResource('{proxy+}'));

    // For other methods, unknown paths and preflights: API Gateway cannot write the envelope.
    // One permission for all methods, since the function's policy would grow with every resource.
    const rest = new LambdaIntegration(fallback, { scopePermissionToMethod: false });
    for (const resource of resources) resource.addMethod('ANY', rest);
  }

  private acknowledge(cloudWatchRole: boolean): void {
    Validations.of(this.restApi).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'The functions validate requests: API Gateway cannot look into a multipart body, and would not answer with ' +
          'the code that tells a client what to change.',
      },
      {
        id: 'AwsSolutions-APIG4',
        reason: 'A public API: its interface names no credential. The random identifier is the right to download.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'A public API: its interface names no credential, so there is no user pool.',
      },
    );
    Validations.of(this.restApi.deploymentStage).acknowledge({
      id: 'AwsSolutions-APIG3',
      reason:
        'A web ACL has a monthly price and rules that depend on who the clients are: the prop `firewall` makes one, in ' +
        'front of the edge, past which nobody comes. Without an edge, throttling bounds how many requests get through.',
    });
    if (!cloudWatchRole) return;
    Validations.of(this.restApi.node.findChild('CloudWatchRole')).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: 'The role belongs to the account and serves all its APIs; API Gateway refuses one that allows less.',
    });
  }
}

function integrate(route: Route, fn: ConversionFunction): LambdaIntegration {
  return new LambdaIntegration(fn, {
    // One permission for all methods of a function.
    scopePermissionToMethod: false,
    // A buffered answer may take 29 seconds and 10 MB; a streamed one 15 minutes. Ours may take as long as a file that
    // is being read is safe from the sweep.
    ...(route.streams && {
      responseTransferMode: ResponseTransferMode.STREAM,
      timeout: Duration.millis(LONGEST_DOWNLOAD),
    }),
  });
}
