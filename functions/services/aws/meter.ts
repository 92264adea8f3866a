import { Metrics } from '@aws-lambda-powertools/metrics';
import type { JobMeter } from '../../conversion/job-meter.ts';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { MetricsMeter } from '../metrics-meter.ts';

/** The meter that has CloudWatch count, in the namespace of this service. */
export function buildMeter(): JobMeter {
  return new MetricsMeter(new Metrics({ namespace: readEnvironment(ENVIRONMENT.metricsNamespace) }));
}
