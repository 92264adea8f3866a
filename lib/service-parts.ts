import type { DeployedEngines } from './engines/deployed-engines.ts';
import type { ConversionJobs } from './jobs/conversion-jobs.ts';
import type { LogSettings } from './operation/logs.ts';
import type { ServiceMetrics } from './operation/service-metrics.ts';
import type { ConversionStorage } from './storage/conversion-storage.ts';

/** The constructs that other constructs of the service use: the props of each name those that it needs. */
export interface ServiceParts extends LogSettings {
  /** The storage of sources, results and records. */
  readonly storage: ConversionStorage;
  /** The engines. */
  readonly engines: DeployedEngines;
  /** The queues of jobs. */
  readonly jobs: ConversionJobs;
  /** The namespace of metrics. */
  readonly metrics: ServiceMetrics;
}
