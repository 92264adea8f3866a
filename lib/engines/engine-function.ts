import { Duration, Validations } from 'aws-cdk-lib';
import { Effect, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { TenancyConfig, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { engineTime } from '../../functions/conversion/job-times.ts';
import { type Engine, programOf } from '../../functions/engines/engine.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { ENGINE_ENTRY } from '../../functions/routes.ts';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import { validateSize } from '../functions/unzipped-size.ts';
import type { EngineLayer } from './engine-layer.ts';
import type { FunctionNetwork } from './engine-network.ts';

/** What Lambda does with the role of a function in a VPC, before the function runs. */
const NETWORK_ACTIONS = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeSubnets',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/** What Lambda does with the role while the function runs: it cannot be read from what the code does. */
const LOG_ACTIONS = ['logs:CreateLogStream', 'logs:PutLogEvents'];

/** Who may meet in one environment of an engine function, one after the other: one account's jobs, or everybody's. */
export type Isolation = 'account' | 'shared';

export interface EngineFunctionProps {
  /** What it converts with. */
  readonly engine: Engine;
  /** The layers of the engine. */
  readonly layers: readonly EngineLayer[];
  /**
   * The processors that functions run on: `arm64` is Graviton, which most regions have, and on which a second costs a fifth less.
   * Each has layers of its own. The server for large bodies is on Graviton in any case.
   * @default - arm64; engines on x86_64 if more of the layers are there for that
   */
  readonly architecture?: Architecture;
  /**
   * The VPC in which it runs.
   * @default false - none: the function can then reach the internet
   */
  readonly network?: FunctionNetwork | false;
  /**
   * `account`: jobs of two accounts never run in one environment. Each account then has a cold start of its own, and
   * Lambda charges for every environment that it makes for one. To change it makes new functions in place of the old.
   * @default 'shared'
   */
  readonly isolation?: Isolation;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/**
 * Runs one engine. It decodes what strangers sent, so it holds nothing: its role can write its own log and nothing else,
 * and it knows no table, bucket or queue by name. What it works on comes with each call.
 */
export class EngineFunction extends ConversionFunction {
  constructor(scope: Construct, id: string, props: EngineFunctionProps) {
    const { engine, layers, network = false, isolation = 'shared', architecture, logRetention } = props;
    const { memory, scratch, packages, files } = engine.worker;
    super(scope, id, {
      entry: ENGINE_ENTRY,
      description: `Converts with ${engine.name}`,
      ...(architecture && { architecture }),
      memory,
      scratch,
      timeout: Duration.seconds(engineTime(engine)),
      programs: [programOf(engine)],
      packages,
      files,
      environment: { [ENVIRONMENT.engine]: engine.name },
      layers: [...layers],
      // Sending traces needs permissions, which would be those of the code as well.
      tracing: Tracing.DISABLED,
      ...(isolation === 'account' && { tenancyConfig: TenancyConfig.PER_TENANT }),
      ...(network && { vpc: network.vpc, vpcSubnets: network.vpcSubnets, securityGroups: network.securityGroups }),
      logRetention,
    });
    if (network) this.allowNetworkInterfaces();
    this.denyCode();
    this.node.addValidation({ validate: () => validateSize(this, layers) });
  }

  private allowNetworkInterfaces(): void {
    this.addToRolePolicy(new PolicyStatement({ actions: NETWORK_ACTIONS, resources: ['*'] }));
    Validations.of(this.role ?? this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Lambda makes and removes the network interfaces of a function in a VPC, whose identifiers nobody knows before. ' +
        'To the code of the function another policy of the role denies it.',
    });
  }

  /**
   * Credentials that Lambda gives to the code bear the ARN of the function, wherever they are carried; those with which it
   * attaches the function to its network do not. Denied is everything but the log: what some policy of the account or of
   * another one gives to whoever asks, the code does not get either.
   */
  private denyCode(): void {
    // Not a part of the role, which must be there before the function is.
    const policy = new Policy(this, 'Denied', {
      statements: [
        new PolicyStatement({
          effect: Effect.DENY,
          notActions: LOG_ACTIONS,
          resources: ['*'],
          conditions: { ArnEquals: { 'lambda:SourceFunctionArn': this.functionArn } },
        }),
      ],
    });
    this.role?.attachInlinePolicy(policy);
  }
}
