import cf from 'cloudfront';

// Runs inside CloudFront, before each request to /api/v1/convert: picks the lane by what can be seen of the body from
// outside. The ingest server is the origin of this path, since it serves a body of whatever length; the function only
// takes away from it what an event can carry, and what nobody could serve. And it tells both from which address the
// request came.
//
// The runtime is CloudFront's own (cloudfront-js-2.0): ECMAScript 5.1 and little more, no file but this one. What is
// written out here has its source in functions/lanes.ts and functions/conversion/errors.ts; the tests compare them.

const LARGEST_SMALL_BODY = 4194304;
const LARGEST_BODY = 105906176;

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  const request = event.request;
  const size = sizeOf(request.headers);
  // Whatever the client has sent by this name.
  request.headers['x-caller-address'] = { value: event.viewer.ip };
  if (request.method !== 'POST' || size <= LARGEST_SMALL_BODY) {
    cf.selectRequestOriginById('api');
    return request;
  }
  return size > LARGEST_BODY ? refusal() : request;
}

// The length of the body in bytes, or NaN, which is neither small nor too large, where the headers do not tell it.
function sizeOf(headers) {
  const length = headers['content-length'];
  if (!length || length.multiValue || headers['transfer-encoding']) return NaN;
  return /^[0-9]+$/.test(length.value) ? Number(length.value) : NaN;
}

function refusal() {
  const body = {
    success: false,
    message: 'File too large',
    error: 'The file is larger than 100 MB.',
    timestamp: new Date().toISOString(),
    code: 'FILE_TOO_LARGE',
    help_url: '/api/v1/docs#code-FILE_TOO_LARGE',
  };
  return {
    statusCode: 413,
    statusDescription: 'Payload Too Large',
    headers: {
      'access-control-allow-origin': { value: '*' },
      'access-control-expose-headers': {
        value: 'Content-Disposition, Content-Length, Retry-After, RateLimit, RateLimit-Policy',
      },
      'cache-control': { value: 'no-store' },
      'content-type': { value: 'application/json; charset=utf-8' },
      'x-content-type-options': { value: 'nosniff' },
    },
    body: { encoding: 'text', data: JSON.stringify(body) },
  };
}
