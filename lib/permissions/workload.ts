import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';

/**
 * Code of this service that runs somewhere, in a function or on a server: it has a role, which is granted
 * permissions, and an environment, which names the resources.
 */
export interface Workload extends IConstruct {
  /** The role with the permissions of the code. */
  readonly role?: IConstruct;
  addToRolePolicy(statement: PolicyStatement): void;
  addEnvironment(name: string, value: string): void;
}
