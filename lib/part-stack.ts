import { NestedStack } from 'aws-cdk-lib';

/**
 * A nested stack with a part of the service: CloudFormation allows 500 resources in a stack, and the service with all features
 * and some drop folders has more. It never has resources that hold data, or that are known by name outside.
 */
export class PartStack extends NestedStack {
  /** That of the parent stack: a deployment by the parent's name needs all bundles. */
  override get bundlingRequired(): boolean {
    return this.nestedStackParent?.bundlingRequired ?? super.bundlingRequired;
  }
}
