import { Duration, Validations } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  type ContainerDefinition,
  ContainerImage,
  CpuArchitecture,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { INGEST_ENTRY } from '../../functions/routes.ts';
import { DETECTION_WORKER } from '../functions/function-bundling.ts';
import { addLogGroup, type LogSettings } from '../operation/logs.ts';
import { ServerBundle } from './server-bundle.ts';

/** The folder of the Dockerfile. */
const IMAGE = 'lib/ingest/image';

/** The port on which the server listens in its container. */
export const INGEST_PORT = 3000;

/** The ingest server in a container. Uploads stream through it: half a processor and a gigabyte are plenty. */
export class IngestTask extends FargateTaskDefinition {
  public readonly container: ContainerDefinition;
  public readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, settings: LogSettings = {}) {
    super(scope, id, {
      cpu: 512,
      memoryLimitMiB: 1024,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.ARM64, operatingSystemFamily: OperatingSystemFamily.LINUX },
      taskRole: new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') }),
    });
    this.logGroup = addLogGroup(this, 'Logs', settings);
    const { folder } = new ServerBundle(this, 'Bundle', {
      entry: INGEST_ENTRY,
      programs: [DETECTION_WORKER],
      image: IMAGE,
    });
    this.container = this.addContainer('Server', {
      image: ContainerImage.fromAsset(folder, { platform: Platform.LINUX_ARM64 }),
      portMappings: [{ containerPort: INGEST_PORT }],
      environment: { [ENVIRONMENT.listenAddress]: `0.0.0.0:${INGEST_PORT}` },
      // The maximum, so that uploads can finish.
      stopTimeout: Duration.seconds(120),
      logging: LogDrivers.awsLogs({ logGroup: this.logGroup, streamPrefix: 'ingest' }),
      readonlyRootFilesystem: true,
      // Node.js as PID 1 would ignore SIGTERM.
      linuxParameters: new LinuxParameters(this, 'Linux', { initProcessEnabled: true }),
    });
    this.acknowledge();
  }

  private acknowledge(): void {
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-ECS2',
      reason:
        'They are the names of what the server works with, and the key of the edge, which whoever may read the settings ' +
        'of the account also sees in those of the distribution.',
    });
    Validations.of(this.obtainExecutionRole()).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'ecr:GetAuthorizationToken knows no resources; what is pulled with the token, the other statement names.',
    });
  }
}
