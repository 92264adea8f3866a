// Runs inside CloudFront, before each request that reaches the API with the headers of the client: tells from which address
// it came, which nothing behind CloudFront can see, whatever the client has sent by this name. pick-lane.js does the same
// for conversions.
// The runtime is CloudFront's own (cloudfront-js-2.0). The header's name has its source in functions/lanes.ts.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  const request = event.request;
  request.headers['x-caller-address'] = { value: event.viewer.ip };
  return request;
}
