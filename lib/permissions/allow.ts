import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Workload } from './workload.ts';

/** Allows exact actions on exact resources. The grants of the CDK's constructs are wider (`s3:GetObject*`, `s3:List*`). */
export function allow(workload: Workload, actions: readonly string[], resources: readonly string[]): void {
  workload.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
}
