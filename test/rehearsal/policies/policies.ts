import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { Resolver } from '../template/resolver.ts';
import { listOf, ofType, type Resource, type Template } from '../template/template.ts';
import { matches, type Question, type Statement } from './statement.ts';

/** Policies that are attached to what is called, and have a say beside the role of the caller. */
const RESOURCE_POLICIES = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy'];

interface PolicyDocument {
  readonly Statement: Statement | readonly Statement[];
}

/** The policies of a synthesised stack. */
export class Policies {
  private readonly template: Template;
  private readonly resolver: Resolver;
  private readonly onResources: readonly Statement[];

  constructor(template: Template, resolver: Resolver) {
    this.template = template;
    this.resolver = resolver;
    this.onResources = ofType(template, ...RESOURCE_POLICIES).flatMap(([, policy]) => this.statementsOf(policy));
  }

  /** What the role of a function says. */
  ofRole(role: string): Statement[] {
    const attached = ofType(this.template, 'AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy').filter(([, policy]) =>
      listOf(policy.Properties.Roles as readonly { Ref: string }[] | undefined).some(({ Ref }) => Ref === role),
    );
    const { Policies: inline, ManagedPolicyArns: managed } = this.template.resources.get(role)?.Properties ?? {};
    if (managed) throw new Error(`What ${JSON.stringify(managed)} allows ${role} is known to AWS alone`);
    const documents = listOf(inline as readonly Resource['Properties'][] | undefined);
    return [
      ...attached.flatMap(([, policy]) => this.statementsOf(policy)),
      ...documents.flatMap((document) => this.statements(document.PolicyDocument)),
    ];
  }

  /** Why a role may not do something, or undefined when it may. */
  refusal({ role, arn }: Pick<DeployedFunction, 'role' | 'arn'>, question: Question): string | undefined {
    const asked = { ...question, context: { ...question.context, 'lambda:SourceFunctionArn': arn } };
    const said = this.ofRole(role).filter((statement) => matches(statement, asked));
    const denied = this.onResources.some((statement) => statement.Effect === 'Deny' && matches(statement, asked));
    if (denied) return 'the policy of the resource denies it';
    if (said.some(({ Effect }) => Effect === 'Deny')) return 'the policy of the role denies it';
    return said.length > 0 ? undefined : 'no policy of the role allows it';
  }

  /** Why the way out of the VPC does not let something through, or undefined when it does. */
  refusalByEndpoint(question: Question): string | undefined {
    const [service] = question.action.split(':');
    const endpoints = ofType(this.template, 'AWS::EC2::VPCEndpoint').filter(([, { Properties }]) =>
      this.resolver.text(Properties.ServiceName).endsWith(`.${service}`),
    );
    if (endpoints.length === 0) return `the VPC has no way to ${service}`;
    const said = endpoints.flatMap(([, endpoint]) => this.statementsOf(endpoint)).filter((s) => matches(s, question));
    if (said.some(({ Effect }) => Effect === 'Deny')) return 'the policy of the endpoint denies it';
    return said.length > 0 ? undefined : 'the policy of the endpoint does not allow it';
  }

  private statementsOf({ Properties }: Resource): readonly Statement[] {
    return this.statements(Properties.PolicyDocument);
  }

  private statements(document: unknown): readonly Statement[] {
    return listOf((this.resolver.resolve(document) as PolicyDocument).Statement);
  }
}
