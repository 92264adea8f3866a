/**
 * The 4xx errors that Lambda answers to a call that it did not begin, and may begin soon: too many are running, or the function
 * is Inactive or Pending after weeks without a call.
 * https://docs.aws.amazon.com/lambda/latest/api/API_InvokeWithResponseStream.html
 */
const SOON: readonly string[] = [
  'CodeArtifactUserPendingException',
  'ResourceConflictException',
  'SnapStartNotReadyException',
  'ThrottlingException',
  'TooManyRequestsException',
];

/** Of the 5xx errors, which mostly pass, those that Lambda answers to every call until an operator repairs the cause: then the engine has failed. */
const NEVER: readonly string[] = [
  'EC2AccessDeniedException',
  'InvalidRuntimeException',
  'InvalidSecurityGroupIDException',
  'InvalidSubnetIDException',
  'InvalidZipFileException',
  'KMSAccessDeniedException',
  'KMSDisabledException',
  'KMSInvalidStateException',
  'KMSNotFoundException',
];

/** Why a connection was not made: nothing was sent. One that broke may have brought the call. */
const UNCONNECTED: readonly string[] = ['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'];

interface Refusal {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Whether a call to an engine function that was refused was not begun, and may be soon. */
export function isNotBegun(error: unknown): boolean {
  const { name, code, $metadata } = (error ?? {}) as Refusal;
  if (SOON.includes(String(name)) || UNCONNECTED.includes(String(code))) return true;
  return ($metadata?.httpStatusCode ?? 0) >= 500 && !NEVER.includes(String(name));
}
