import { join } from 'node:path';
import { Duration, Validations } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  type PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { DOCS_ALIAS, PAGE_PATH, PAIR_PATH, ROUTES, type RouteName } from '../../functions/routes.ts';
import type { ConversionApi } from '../api/conversion-api.ts';
import type { RouteFunctions } from '../api/route-functions.ts';
import { REPOSITORY } from '../functions/function-bundling.ts';
import type { Ingest } from '../ingest/ingest.ts';
import { type ForeignFirewall, findFirewall, type WantedFirewall } from './firewall.ts';
import { FlatRatePlan, type FlatRateTier } from './flat-rate-plan.ts';

/** The id of the origin, by which the CloudFront function selects it. */
const API = 'api';
const INGEST = 'ingest';

/** The path prefix of all routes. */
const PREFIX = '/api/v1';

/** The read timeout of origins; convert waits 25 seconds for a conversion. */
const READ_TIMEOUT = Duration.seconds(60);

/** How long CloudFront caches what changes only with a deployment. */
const KEPT_FOR = Duration.minutes(5);

/** The files of the web page are cached by their Cache-Control; the page itself is revalidated each time. */
const PAGE = { cachePolicy: CachePolicy.CACHING_OPTIMIZED, originRequestPolicy: undefined, compress: true };

/** No file is sent to a page: who types its address gets it. */
const OPENED = { viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS };

/** The comments of CloudFront functions, which the console shows. */
const PICK_LANE =
  'Sends small convert requests to the API, large ones to ingest, and refuses what is too large for both';
const OPEN_PAGE = 'Has the name of the service itself answered with its web page';

/** All statuses that CloudFront would cache as errors, for ten seconds by default. */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

export interface EdgeProps {
  /** The origin of all requests but large uploads. */
  readonly api: ConversionApi;
  /** The functions of the API, which accept only requests from CloudFront from here on. */
  readonly functions: RouteFunctions;
  /** The origin of large uploads. */
  readonly ingest: Ingest;
  /**
   * Your own domain names, which `certificate` covers. The first one is in the base address.
   * @default - the name that CloudFront gives
   */
  readonly domainNames?: string[];
  /**
   * The certificate for `domainNames`, in us-east-1. With it, clients need TLS 1.2; on its own domain name CloudFront always
   * accepts older versions.
   * @default - that of CloudFront, for its own name
   */
  readonly certificate?: ICertificate;
  /**
   * The edge locations of CloudFront, on which its price depends.
   * @default PriceClass.PRICE_CLASS_ALL
   */
  readonly priceClass?: PriceClass;
  /**
   * A firewall in front of CloudFront: $7 a month, and $0.60 a million requests. It has to be in us-east-1; if the service is
   * in another region, make a `Firewall` in a stack there, and pass its ARN.
   * @default false
   */
  readonly firewall?: WantedFirewall;
  /**
   * A flat rate for CloudFront, its firewall and its traffic: see `FlatRatePlan` for the conditions. It requires a firewall,
   * and a stack in us-east-1.
   * @default - pay as you go
   */
  readonly flatRatePlan?: FlatRateTier;
}

/** The CloudFront distribution of the service: chooses the origin by path, and for convert by the size of the body. */
export class Edge extends Construct {
  public readonly distribution: Distribution;
  public readonly firewall: ForeignFirewall | undefined;
  /** The address of the service; ends with the path prefix /api/v1. */
  public readonly baseUrl: string;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { api, functions, ingest, domainNames, certificate, priceClass, flatRatePlan } = props;
    // CloudFront refuses such a distribution, which CloudFormation notices after everything else.
    if (domainNames?.length && !certificate)
      throw new Error('domainNames need a certificate of us-east-1 that covers them: give `certificate`, too.');
    this.firewall = findFirewall(this, props.firewall);
    for (const fn of functions.list) ingest.originKeys.demandedBy(fn);
    const settings = { readTimeout: READ_TIMEOUT, customHeaders: ingest.originKeys.headers };
    const toApi = passOn(new HttpOrigin(api.domainName, { ...settings, originId: API }));
    // Cached paths are requested without any header of a client.
    const kept = this.keep();
    // A path without the prefix of the API, as `DOCS_ALIAS`, is the path of a route with it.
    const origin = new HttpOrigin(api.domainName, { ...settings, originId: 'prefixed', originPath: PREFIX });
    const page = this.runFirst('OpenPage', 'open-page.js', OPEN_PAGE, { ...toApi, ...PAGE, ...OPENED, origin });
    const toIngest = passOn(ingest.origin(INGEST, READ_TIMEOUT));

    this.distribution = new Distribution(this, 'Distribution', {
      comment: this.node.path,
      // By the client's address callers without a key are limited; the header that a client sends is overwritten.
      defaultBehavior: this.runFirst('TellCaller', 'tell-caller.js', 'Tells from which address a request came', toApi),
      additionalBehaviors: {
        // This origin accepts bodies of any size; the function sends small ones to the other.
        [pathOf('convert')]: this.runFirst('PickLane', 'pick-lane.js', PICK_LANE, toIngest),
        [pathOf('formats')]: { ...toApi, ...kept },
        [pathOf('openapi')]: { ...toApi, ...kept },
        [pathOf('docs')]: { ...toApi, ...kept, ...OPENED },
        [DOCS_ALIAS]: { ...toApi, ...kept, ...OPENED, origin },
        '/': page,
        [`${PAGE_PATH}*`]: { ...toApi, ...PAGE, ...OPENED, origin },
        [PAIR_PATH]: page,
      },
      errorResponses: ERROR_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(certificate && { certificate, minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021 }),
      ...(domainNames && { domainNames }),
      ...(priceClass && { priceClass }),
      ...(this.firewall && { webAclId: this.firewall.webAclArn }),
    });
    // The origins accept a new key before CloudFront sends it.
    this.distribution.node.addDependency(ingest.server, functions);
    this.baseUrl = `https://${domainNames?.[0] ?? this.distribution.distributionDomainName}/api/v1`;
    if (flatRatePlan) this.subscribe(flatRatePlan);
    this.acknowledge(certificate !== undefined);
  }

  /**
   * The percentage of responses that are 5xx, of CloudFront or an origin. CloudWatch has it only in `EDGE_REGION`, and
   * under a dimension `Region` that the distribution's own `metric5xxErrorRate` leaves out, so that it has no data.
   * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html
   */
  metricServerErrors(period: Duration): IMetric {
    return new Metric({
      namespace: 'AWS/CloudFront',
      metricName: '5xxErrorRate',
      dimensionsMap: { DistributionId: this.distribution.distributionId, Region: 'Global' },
      statistic: Stats.AVERAGE,
      period,
    });
  }

  private subscribe(tier: FlatRateTier): void {
    const { distribution, firewall } = this;
    if (!firewall) throw new Error('A flatRatePlan wants a firewall, which it pays for: give `firewall`, too.');
    new FlatRatePlan(this, 'FlatRatePlan', { tier, distribution, firewall });
  }

  /** Has a CloudFront function handle the requests of a behavior first. */
  private runFirst(id: string, file: string, comment: string, behavior: BehaviorOptions): BehaviorOptions {
    const edgeFunction = new EdgeFunction(this, id, {
      comment,
      code: FunctionCode.fromFile({ filePath: join(REPOSITORY, 'functions/edge', file) }),
      runtime: FunctionRuntime.JS_2_0,
    });
    return {
      ...behavior,
      functionAssociations: [{ function: edgeFunction, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  /**
   * Caches the list of formats and the documents, which are the same for all clients. The list says no-store, which is right
   * for browsers; the minimum TTL of this policy makes CloudFront cache it all the same. Other methods and preflights pass;
   * the CORS headers of responses do not depend on the origin of the page.
   */
  private keep(): Pick<BehaviorOptions, 'cachePolicy' | 'originRequestPolicy' | 'compress'> {
    const cachePolicy = new CachePolicy(this, 'Formats', {
      comment: 'The list of formats, and the documents',
      minTtl: KEPT_FOR,
      defaultTtl: KEPT_FOR,
      maxTtl: KEPT_FOR,
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
    return { cachePolicy, originRequestPolicy: undefined, compress: true };
  }

  private acknowledge(hasCertificate: boolean): void {
    Validations.of(this.distribution).acknowledge(
      {
        id: 'AwsSolutions-CFR1',
        reason: 'The service is for clients everywhere; an operator who wants less can restrict the distribution.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'Access logs hold paths, and so the identifiers, which are the right to download. API Gateway logs every request ' +
          'by its route, and the functions and the ingest server what comes of it, without them.',
      },
    );
    if (!this.firewall) {
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR2',
        reason:
          'A web ACL has a monthly price and rules that depend on who the clients are: the prop `firewall` makes one. ' +
          'Without it, what CloudFront itself takes for requests has no bound; what they set in motion behind it has.',
      });
    }
    if (hasCertificate) return;
    Validations.of(this.distribution).acknowledge({
      id: 'AwsSolutions-CFR4',
      reason: "CloudFront lets nobody set a least version of TLS for its own name; a certificate of one's own does.",
    });
  }
}

/** Neither caches nor compresses, so that downloads keep their length. */
function passOn(origin: BehaviorOptions['origin']): BehaviorOptions {
  return {
    origin,
    // A redirect to HTTPS would come after the file was sent unencrypted, and hide that from the client.
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    // Origins refuse other methods with the envelope, which CloudFront cannot write.
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // API Gateway and Lambda select the API or function by the Host header.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    compress: false,
  };
}

function pathOf(name: RouteName): string {
  return ROUTES.find((route) => route.name === name)?.path ?? '';
}
