import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { Resolver } from '../template/resolver.ts';
import { listOf, ofType, type Resource, type Template } from '../template/template.ts';
import { matches, type Question, type Statement } from './statement.ts';

/** Policies that are attached to what is called, and have a say beside the role of the caller. */
const RESOURCE_POLICIES = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy'];

interface PolicyDocument {
  readonly Statement: Statement | readonly Statement[];
}

export class Policies {
  private readonly template: Template;
  private readonly resolver: Resolver;
  private readonly onResources: readonly Statement[];

  constructor(template: Template, resolver: Resolver) {
    this.template = template;
    this.resolver = resolver;
    this.onResources = ofType(template, ...RESOURCE_POLICIES).flatMap(([, policy]) => this.statementsOf(policy));
  }

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

  /** Why the role of a function may not do something, or undefined when it may. */
  refusal(by: Pick<DeployedFunction, 'role' | 'arn'>, question: Question): string | undefined {
    const asked = this.asked(by, question);
    if (this.onResources.some((statement) => statement.Effect === 'Deny' && matches(statement, asked)))
      return 'the policy of the resource denies it';
    return judge('the role', this.ofRole(by.role), asked);
  }

  /** Why the way out of the VPC does not let through what a function signed, or undefined when it does. */
  refusalByEndpoint(by: Pick<DeployedFunction, 'role' | 'arn'>, question: Question): string | undefined {
    const [service] = question.action.split(':');
    const endpoints = ofType(this.template, 'AWS::EC2::VPCEndpoint').filter(([, { Properties }]) =>
      this.resolver.text(Properties.ServiceName).endsWith(`.${service}`),
    );
    if (endpoints.length === 0) return `the VPC has no way to ${service}`;
    const statements = endpoints.flatMap(([, endpoint]) => this.statementsOf(endpoint));
    return judge('the endpoint', statements, this.asked(by, question));
  }

  /** What is asked, with what AWS knows of who asks. */
  private asked({ role, arn }: Pick<DeployedFunction, 'role' | 'arn'>, question: Question): Question {
    const caller = { 'aws:PrincipalArn': this.resolver.arn(role), 'lambda:SourceFunctionArn': arn };
    return { ...question, context: { ...question.context, ...caller } };
  }

  private statementsOf({ Properties }: Resource): readonly Statement[] {
    return this.statements(Properties.PolicyDocument);
  }

  private statements(document: unknown): readonly Statement[] {
    return listOf((this.resolver.resolve(document) as PolicyDocument).Statement);
  }
}

function judge(whose: string, statements: readonly Statement[], asked: Question): string | undefined {
  const said = statements.filter((statement) => matches(statement, asked));
  if (said.some(({ Effect }) => Effect === 'Deny')) return `the policy of ${whose} denies it`;
  return said.length > 0 ? undefined : `no policy of ${whose} allows it`;
}
