import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { DropFolderSettings } from '../../functions/drop-folder-settings.ts';

/** What becomes of the files that are put into a bucket. */
export interface DropFolderOptions {
  /** What the keys begin with of the files that are converted, as in `in/`. */
  readonly prefix: string;
  /** The format that they are converted to. */
  readonly to: DropFolderSettings['to'];
  /** The bucket that results and failures are put into; it may be the same. */
  readonly into: IBucket;
  /**
   * What the keys of results and failures begin with, as in `out/`. In the same bucket neither prefix may begin with the
   * other. The result of `in/a/letter.docx` is `out/a/letter.docx.pdf`; why there is none is told in
   * `out/a/letter.docx.error.json`.
   */
  readonly outPrefix: string;
  /**
   * The ends of the names of the files that are converted, as in `.docx`, in any case; others are left alone.
   * @default - all files are converted
   */
  readonly suffixes?: readonly string[];
  /**
   * How good the results are, as the API has it.
   * @default 'medium'
   */
  readonly quality?: NonNullable<DropFolderSettings['quality']>;
  /**
   * What else is asked of the results, as the API has it. No passwords: they would lie open in the template.
   * @default - nothing
   */
  readonly options?: NonNullable<DropFolderSettings['options']>;
  /**
   * In whose name the conversions are counted. Its limits are not applied: whoever may put files there is trusted.
   * @default - nobody's
   */
  readonly account?: string;
  /**
   * How many files are converted at once, 1 to 1000; the others wait, for as long as they must. Each holds two of the calls
   * that the account may have under way, and the folder four, or as many as four for each ten files. More than the queues of jobs do in
   * five minutes is too many: jobs that wait longer fail.
   * @default 3
   */
  readonly maximumConcurrency?: number;
}
