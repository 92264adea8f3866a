import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { ORIGIN_KEY_HEADER } from '../../functions/lanes.ts';
import type { Workload } from '../permissions/workload.ts';

/** Letters and digits, 62 of them: more than anybody can guess. */
const KEY_LENGTH = 48;

export interface OriginKeysProps {
  /**
   * Raise it by one to have a new key. The last one stays valid until the next time, so that no request is refused
   * while the edge, which takes minutes to learn the new one everywhere, still sends the old.
   * @default 1
   */
  readonly originKeyVersion?: number;
}

/**
 * With what the edge proves that it is the edge. Made by Secrets Manager, and put by CloudFormation where it is needed:
 * a template never holds it.
 */
export class OriginKeys extends Construct {
  /** What the edge sends. */
  public readonly current: string;
  /** What is taken behind it: the current key and the last one, with a comma between. */
  public readonly accepted: string;

  constructor(scope: Construct, id: string, { originKeyVersion = 1 }: OriginKeysProps = {}) {
    super(scope, id);
    if (!Number.isInteger(originKeyVersion) || originKeyVersion < 1) {
      throw new Error(`originKeyVersion counts the keys from 1; it cannot be ${originKeyVersion}.`);
    }
    this.current = this.makeKey(originKeyVersion);
    this.accepted = originKeyVersion > 1 ? [this.current, this.makeKey(originKeyVersion - 1)].join(',') : this.current;
  }

  /** The header in which the edge sends it. */
  get headers(): Record<string, string> {
    return { [ORIGIN_KEY_HEADER]: this.current };
  }

  /** Has a workload refuse whoever did not come through the edge. */
  demandedBy(workload: Workload): void {
    workload.addEnvironment(ENVIRONMENT.originKeys, this.accepted);
  }

  private makeKey(version: number): string {
    const secret = new Secret(this, `Key${version}`, {
      description: 'With what CloudFront proves to the file conversion service behind it that it is CloudFront',
      generateSecretString: { passwordLength: KEY_LENGTH, excludePunctuation: true },
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Both ends learn the key from the deployment: rotated behind its back, it would fit no longer. Raising ' +
        'originKeyVersion rotates it, in an order in which no request is refused.',
    });
    // Whoever may read the settings of a distribution sees its headers, so there is nothing to hide from them elsewhere.
    return secret.secretValue.unsafeUnwrap();
  }
}
