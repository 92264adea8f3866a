import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { INTAKE_ENTRY } from '../../functions/routes.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import { DETECTION_WORKER } from '../functions/function-bundling.ts';
import type { ServiceParts } from '../service-parts.ts';

export type IntakeProps = Pick<ServiceParts, 'storage' | 'engines' | 'jobs' | 'logRetention'>;

/** Begins the conversions of files that clients uploaded straight to the bucket. */
export class Intake extends Construct {
  public readonly function: ConversionFunction;

  constructor(scope: Construct, id: string, { storage, engines, jobs, logRetention }: IntakeProps) {
    super(scope, id);
    this.function = new ConversionFunction(this, 'Function', {
      entry: INTAKE_ENTRY,
      description: 'Begins the conversions of files that were uploaded with a form',
      timeout: Duration.seconds(30),
      programs: [DETECTION_WORKER],
      logRetention,
    });
    storage.grantIntake(this.function);
    engines.announce(this.function);
    jobs.grantSend(this.function);

    // No dead letter queue, since a redrive would be too late. When three attempts fail, the upload expires for its client,
    // the sweep deletes the file, and the log and metrics of the function show the error.
    this.function.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.minutes(15) });
  }
}
