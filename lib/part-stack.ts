import { NestedStack } from 'aws-cdk-lib';

/**
 * A part of the service as a stack of its own, nested in that of the service: CloudFormation takes 500 resources in one, and
 * the service with all that it can have, and some drop folders, has more. What must outlive a deployment is never in one,
 * and nothing in one has a name that anybody knows.
 */
export class PartStack extends NestedStack {
  /** As the stack it is a part of: whoever deploys that by its name wants all of it bundled. */
  override get bundlingRequired(): boolean {
    return this.nestedStackParent?.bundlingRequired ?? super.bundlingRequired;
  }
}
