import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/** Exact actions on exact resources: the grants of the constructs' own are wider (`s3:GetObject*`, `s3:List*`). */
export function allow(fn: LambdaFunction, actions: readonly string[], resources: readonly string[]): void {
  fn.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
}
