import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../functions/conversion/errors.ts';
import { synthesis } from '../synthesis.ts';

/** What the interface and the contract know; the last three only where keys or limits are on. */
const RETRY_AFTER: Record<string, string> = { RATE_LIMITED: "'1'", QUOTA_EXCEEDED: "'1'", SERVICE_BUSY: "'5'" };
const STATUSES = ['400', '404', '413', '500', '401', '403', '429'];

const answers = synthesis()
  .ofType('AWS::ApiGateway::GatewayResponse')
  .map(({ Properties }) => ({
    type: Properties.ResponseType as string,
    status: Properties.StatusCode as string,
    headers: Properties.ResponseParameters as Record<string, string>,
    templates: Properties.ResponseTemplates as Record<string, string>,
  }));

/** What API Gateway makes of a template: it fills in variables and does nothing else. */
function fillIn(template: string | undefined): Record<string, unknown> {
  return JSON.parse(
    (template ?? '')
      .replaceAll('$context.requestTime', '09/Nov/2026:12:34:56 +0000')
      .replaceAll('$context.requestId', '41b45ea3-70b5-11e6-b7bd-69b5aaebc7d9'),
  );
}

describe("API Gateway's own answers", () => {
  it.each(answers)(
    '$type is in the error envelope, with Retry-After where its reason passes',
    ({ status, headers, templates }) => {
      expect(Object.keys(templates)).toEqual(['application/json']);
      const body = fillIn(templates['application/json']);
      expect(body).toEqual({
        success: false,
        message: expect.any(String),
        error: expect.stringMatching(/^[A-Z].*\.$/),
        timestamp: '09/Nov/2026:12:34:56 +0000',
        code: expect.any(String),
        help_url: `/api/v1/docs#code-${body.code}`,
        request_id: '41b45ea3-70b5-11e6-b7bd-69b5aaebc7d9',
      });
      expect(JSON.stringify(body)).not.toContain('$');
      expect(ERRORS).toHaveProperty(body.code as string, body.message);
      expect(STATUSES).toContain(status);
      expect(headers['gatewayresponse.header.Access-Control-Allow-Origin']).toBe("'*'");
      expect(headers['gatewayresponse.header.Retry-After']).toBe(RETRY_AFTER[`${body.code}`]);
    },
  );

  it.each([
    ['DEFAULT_4XX', '400', 'INVALID_REQUEST'],
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'NOT_FOUND'],
    ['REQUEST_TOO_LARGE', '413', 'FILE_TOO_LARGE'],
    ['THROTTLED', '429', 'RATE_LIMITED'],
    ['DEFAULT_5XX', '500', 'INTERNAL'],
    ['INTEGRATION_FAILURE', '500', 'SERVICE_BUSY'],
    ['INTEGRATION_TIMEOUT', '500', 'ENGINE_TIMED_OUT'],
  ])('%s is %s %s', (type, status, code) => {
    const answer = answers.find((candidate) => candidate.type === type);
    expect(answer?.status).toBe(status);
    expect(fillIn(answer?.templates['application/json']).code).toBe(code);
  });
});
