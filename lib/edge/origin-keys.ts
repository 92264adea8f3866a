import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { ORIGIN_KEY_HEADER } from '../../functions/lanes.ts';
import type { Workload } from '../permissions/workload.ts';

/** The length of a key of letters and digits, which cannot be guessed. */
const KEY_LENGTH = 48;

export interface OriginKeysProps {
  /**
   * Increase it by one to rotate the key. The previous key stays valid until the next rotation, so that no request is refused
   * while the new one is propagated to all edge locations, which takes minutes.
   * @default 1
   */
  readonly originKeyVersion?: number;
}

/**
 * The secret header by which origins recognise CloudFront. Secrets Manager generates the key, and CloudFormation resolves it:
 * no template holds it.
 */
export class OriginKeys extends Construct {
  /** The key that CloudFront sends. */
  public readonly current: string;
  /** The keys that origins accept: the current and the previous one, separated by a comma. */
  public readonly accepted: string;

  constructor(scope: Construct, id: string, { originKeyVersion = 1 }: OriginKeysProps = {}) {
    super(scope, id);
    if (!Number.isInteger(originKeyVersion) || originKeyVersion < 1) {
      throw new Error(`originKeyVersion counts the keys from 1; it cannot be ${originKeyVersion}.`);
    }
    this.current = this.makeKey(originKeyVersion);
    this.accepted = originKeyVersion > 1 ? [this.current, this.makeKey(originKeyVersion - 1)].join(',') : this.current;
  }

  /** The header with the key. */
  get headers(): Record<string, string> {
    return { [ORIGIN_KEY_HEADER]: this.current };
  }

  /** Makes a workload refuse requests that did not come through CloudFront. */
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
    // Whoever may read the settings of the distribution sees its headers anyway.
    return secret.secretValue.unsafeUnwrap();
  }
}
