import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { DropFolderSettings } from '../../functions/drop-folder-settings.ts';

/** The settings of a drop folder. */
export interface DropFolderOptions {
  /** The key prefix of the files to convert, as in `in/`. */
  readonly prefix: string;
  /** The target format. */
  readonly to: DropFolderSettings['to'];
  /** The bucket of results and reports; it may be the same. */
  readonly into: IBucket;
  /**
   * The key prefix of results and reports, as in `out/`. In the same bucket neither prefix may begin with the other. The
   * result of `in/a/letter.docx` is `out/a/letter.docx.pdf`; the report of a failure is `out/a/letter.docx.error.json`.
   */
  readonly outPrefix: string;
  /**
   * The suffixes of the files to convert, as in `.docx`, in any case; other files are ignored.
   * @default - all files are converted
   */
  readonly suffixes?: readonly string[];
  /**
   * The quality of the results, as in the API.
   * @default 'medium'
   */
  readonly quality?: NonNullable<DropFolderSettings['quality']>;
  /**
   * The options of the results, as in the API. No passwords, since the template would show them.
   * @default - none
   */
  readonly options?: NonNullable<DropFolderSettings['options']>;
  /**
   * The account that owns the conversions. Its limits are not applied, since whoever may write to the bucket is trusted.
   * @default - none
   */
  readonly account?: string;
  /**
   * How many files are converted at once, 1 to 1000; the others wait without a limit. Each takes two of the account's
   * concurrent executions, and the folder another four for each ten files. More than the job queues process in five minutes
   * is too many, since jobs that wait longer fail.
   * @default 3
   */
  readonly maximumConcurrency?: number;
}
