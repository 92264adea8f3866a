import { Duration, Validations } from 'aws-cdk-lib';
import { Effect, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { TenancyConfig, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { engineTime } from '../../functions/conversion/job-times.ts';
import { type Engine, programOf } from '../../functions/engines/engine.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { ENGINE_ENTRY } from '../../functions/routes.ts';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import { validateSize } from '../functions/unzipped-size.ts';
import type { LogSettings } from '../operation/logs.ts';
import type { EngineLayer } from './engine-layer.ts';
import type { FunctionNetwork } from './engine-network.ts';

/** The actions for which Lambda uses the role of a function in a VPC before the function runs. */
const NETWORK_ACTIONS = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeSubnets',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/** The actions for which Lambda uses the role while the function runs, as the code itself may. */
const LOG_ACTIONS = ['logs:CreateLogStream', 'logs:PutLogEvents'];

/** Whether an execution environment serves the jobs of one account, or of all, one after the other. */
export type Isolation = 'account' | 'shared';

export interface EngineFunctionProps extends LogSettings {
  /** The engine that it runs. */
  readonly engine: Engine;
  /** The layers of the engine. */
  readonly layers: readonly EngineLayer[];
  /**
   * The architecture of functions: `arm64` is Graviton, which most regions have, and on which a second costs a fifth less.
   * Each has layers of its own. The ingest server always runs on Graviton.
   * @default - arm64; engines on x86_64 if more of their layers are built for that
   */
  readonly architecture?: Architecture;
  /**
   * The VPC in which it runs.
   * @default false - none, so that the function can reach the internet
   */
  readonly network?: FunctionNetwork | false;
  /**
   * `account`: jobs of two accounts never run in one execution environment. Each account then has a cold start of its own, and
   * Lambda charges for every environment that it creates. A change replaces the functions.
   * @default 'shared'
   */
  readonly isolation?: Isolation;
}

/**
 * Runs one engine. It decodes hostile files, so its role can only write its own log, and its environment names no table,
 * bucket or queue. Each invocation brings links to the files of its job.
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
      // Sending traces needs permissions, which the code would have too.
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
   * Denies the code everything but its log, even what a policy of some account allows to everybody. The credentials of the
   * code carry the ARN of the function, wherever they are used; those with which Lambda attaches the function to its network
   * do not.
   */
  private denyCode(): void {
    // Not an inline policy of the role, which has to exist before the function.
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
