// Runs inside CloudFront, before each request to the name of the service itself, which is answered with its web page.
// The runtime is CloudFront's own (cloudfront-js-2.0).

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  const request = event.request;
  request.uri = '/page/index.html';
  return request;
}
