// Runs inside CloudFront, before each request to the name of the service itself, which is answered with its web page, and
// to a pair of formats below it (/pdf-to-docx), which has a page of its own.
// The runtime is CloudFront's own (cloudfront-js-2.0).

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  const request = event.request;
  request.uri = `/page${request.uri === '/' ? '/index' : request.uri}.html`;
  return request;
}
