import { Token } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { isAccountName } from '../../functions/callers/api-key.ts';
import { readFields } from '../../functions/conversion/command.ts';
import { LONGEST_PREFIX, overlap } from '../../functions/drop-folder-settings.ts';
import type { DropFolderOptions } from './drop-folder-options.ts';

/** Wildcards and variables in the resources of a policy. */
const PATTERN = /[*?$]/;

/** The largest concurrency: the record in the table has room for so many. */
const LARGEST_ROOM = 1000;

/**
 * Refuses settings at synthesis with which every file would fail, or results would be converted again.
 * @throws Error
 */
export function checkOptions(bucket: IBucket, options: DropFolderOptions): void {
  const { prefix, into, outPrefix, suffixes, to, quality, options: asked = {}, account } = options;
  const { maximumConcurrency = 1 } = options;
  for (const [name, text] of Object.entries({ prefix, outPrefix })) {
    if (PATTERN.test(text)) throw new Error(`The ${name} "${text}" has a character with a meaning in policies: * ? $`);
    if (Buffer.byteLength(text) > LONGEST_PREFIX)
      throw new Error(`The ${name} is longer than ${LONGEST_PREFIX} bytes.`);
  }
  if (isSame(bucket, into) && overlap(prefix, outPrefix))
    throw new Error(
      `What is put below "${outPrefix}" would lie in the drop folder "${prefix}" and be converted again, or the other ` +
        'way round: choose an outPrefix and a prefix of which neither begins with the other.',
    );
  if (suffixes?.length === 0 || suffixes?.includes(''))
    throw new Error('suffixes names the ends of names; leave it out to have all files converted.');
  if (!(Number.isInteger(maximumConcurrency) && maximumConcurrency >= 1 && maximumConcurrency <= LARGEST_ROOM))
    throw new Error(`maximumConcurrency is a whole number from 1 to ${LARGEST_ROOM}.`);
  if (account !== undefined && !isAccountName(account)) throw new Error(`"${account}" is no name of an account.`);
  const { secrets } = readFields({ target_format: to, ...(quality && { quality }), options: { values: asked } });
  const [secret] = Object.keys(secrets);
  if (secret) throw new Error(`The option "${secret}" is a secret, which the template would tell everybody.`);
}

/** Whether two buckets are the same, as far as synthesis knows. */
function isSame(one: IBucket, other: IBucket): boolean {
  if (one === other || one.node.path === other.node.path) return true;
  const [name, another] = [one.bucketName, other.bucketName];
  return name === another && !Token.isUnresolved(name);
}
