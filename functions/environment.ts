/** The names of all environment variables that the functions read; the infrastructure sets them. */
export const ENVIRONMENT = {
  /** Name of the DynamoDB table of conversion records. */
  conversionsTable: 'CONVERSIONS_TABLE',
  /** Name of the S3 bucket of sources and results. */
  filesBucket: 'FILES_BUCKET',
} as const;

export type EnvironmentName = (typeof ENVIRONMENT)[keyof typeof ENVIRONMENT];

/** The value of a variable; throws when the infrastructure forgot to set it. */
export function readEnvironment(name: EnvironmentName): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}
