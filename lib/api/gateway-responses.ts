import { GatewayResponse, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { ERRORS, type ErrorCode } from '../../functions/conversion/errors.ts';
import { helpUrl } from '../../functions/routes.ts';

interface Answer {
  readonly status: 400 | 401 | 403 | 404 | 413 | 429 | 500;
  readonly code: ErrorCode;
  readonly error: string;
}

const NOT_FOUND = { status: 404, code: 'NOT_FOUND', error: 'There is nothing at this path.' } as const;
const INVALID = { status: 400, code: 'INVALID_REQUEST', error: 'The request is not valid.' } as const;
const FORBIDDEN = { status: 403, code: 'FORBIDDEN', error: 'The request is not allowed.' } as const;
const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED', error: 'The request carries no valid credential.' } as const;
const INTERNAL = { status: 500, code: 'INTERNAL', error: 'Something went wrong on our side. Try again.' } as const;

/** The gateway responses with the statuses and messages of this service. */
const ANSWERS: readonly (readonly [ResponseType, Answer])[] = [
  [ResponseType.DEFAULT_4XX, INVALID],
  [ResponseType.BAD_REQUEST_BODY, INVALID],
  [ResponseType.BAD_REQUEST_PARAMETERS, INVALID],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, INVALID],
  [ResponseType.UNAUTHORIZED, UNAUTHORIZED],
  [ResponseType.ACCESS_DENIED, FORBIDDEN],
  [ResponseType.EXPIRED_TOKEN, FORBIDDEN],
  [ResponseType.INVALID_API_KEY, FORBIDDEN],
  [ResponseType.INVALID_SIGNATURE, FORBIDDEN],
  [ResponseType.WAF_FILTERED, FORBIDDEN],
  // Despite its name, this is the response to a path or method without a resource.
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, NOT_FOUND],
  [ResponseType.RESOURCE_NOT_FOUND, NOT_FOUND],
  [
    ResponseType.REQUEST_TOO_LARGE,
    { status: 413, code: 'FILE_TOO_LARGE', error: 'The request is larger than this address accepts.' },
  ],
  [
    ResponseType.THROTTLED,
    { status: 429, code: 'RATE_LIMITED', error: 'Too many requests at once. Try again in a moment.' },
  ],
  [ResponseType.QUOTA_EXCEEDED, { status: 429, code: 'QUOTA_EXCEEDED', error: 'The quota of requests is used up.' }],
  [ResponseType.DEFAULT_5XX, INTERNAL],
  [ResponseType.API_CONFIGURATION_ERROR, INTERNAL],
  // Among others, Lambda runs as many calls as the account may.
  [
    ResponseType.INTEGRATION_FAILURE,
    { status: 500, code: 'SERVICE_BUSY', error: 'The service is busy. Try again in a moment.' },
  ],
  [
    ResponseType.INTEGRATION_TIMEOUT,
    { status: 500, code: 'ENGINE_TIMED_OUT', error: 'The conversion did not finish in time. Try a smaller file.' },
  ],
];

/** When to try again, in seconds: the token bucket refills each second. */
const RETRY_AFTER: { readonly [code in ErrorCode]?: number } = { RATE_LIMITED: 1, QUOTA_EXCEEDED: 1, SERVICE_BUSY: 5 };

export interface GatewayResponsesProps {
  /** The API of the responses. */
  readonly restApi: RestApi;
}

/** The responses of API Gateway itself, in the error envelope of this service. */
export class GatewayResponses extends Construct {
  constructor(scope: Construct, id: string, { restApi }: GatewayResponsesProps) {
    super(scope, id);
    for (const [type, answer] of ANSWERS) {
      new GatewayResponse(this, type.responseType, {
        restApi,
        type,
        statusCode: `${answer.status}`,
        responseHeaders: {
          'Access-Control-Allow-Origin': "'*'",
          'Access-Control-Expose-Headers': "'Retry-After'",
          'Cache-Control': "'no-store'",
          ...(RETRY_AFTER[answer.code] && { 'Retry-After': `'${RETRY_AFTER[answer.code]}'` }),
        },
        templates: { 'application/json': envelope(answer) },
      });
    }
  }
}

/**
 * The error envelope. Its time is in the format of web server logs (09/Nov/2026:12:34:56 +0000): API Gateway only fills
 * in variables here, and has none with an ISO 8601 time.
 */
function envelope({ code, error }: Answer): string {
  return JSON.stringify({
    success: false,
    message: ERRORS[code],
    error,
    timestamp: '$context.requestTime',
    code,
    help_url: helpUrl(code),
    request_id: '$context.requestId',
  });
}
