import { type Finding, stop, warning } from './finding.ts';

const REFUSED = /^(AccessDenied|Unauthorized|NotAuthorized)/;
const BAD_CREDENTIALS =
  /^(ExpiredToken|RequestExpired|InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidSignature|IncompleteSignature)/;

/** A request to AWS failed. */
export class Unanswered extends Error {
  public readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.text);
    this.name = 'Unanswered';
    this.finding = finding;
  }
}

/**
 * Sends a request to AWS.
 * @param action its IAM action
 * @param absent the name of the error for a missing resource
 * @returns undefined when the resource is missing
 * @throws Unanswered
 */
export async function ask<Answer>(
  action: string,
  question: () => Promise<Answer>,
  absent?: string,
): Promise<Answer | undefined> {
  try {
    return await question();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name !== '' && name === absent) return undefined;
    throw new Unanswered(explain(action, error));
  }
}

/** Shows only names of errors, since messages of AWS repeat parts of requests and their signatures. */
function explain(action: string, error: unknown): Finding {
  const { name, code } = error as { name?: string; code?: string };
  const cause = code ?? name ?? 'unknown error';
  if (/^(CredentialsProvider|TokenProvider)Error$/.test(name ?? ''))
    return stop(
      'There are no AWS credentials, or they have expired. Set AWS_PROFILE, or run "aws sso login" or "aws configure".',
    );
  if (BAD_CREDENTIALS.test(cause))
    return stop(`AWS does not take the credentials (${cause}). Get new ones, and check the clock of this machine.`);
  if (REFUSED.test(cause)) return warning(`Not checked: these credentials lack the IAM action ${action}.`);
  return warning(`Not checked: ${action} was not answered (${cause}). Try again.`);
}

/** Makes a finding of a failed request, so that the other checks go on. */
export async function settle(check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Unanswered) return [error.finding];
    throw error;
  }
}
