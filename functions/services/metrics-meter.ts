import { type Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { EndedJob, JobMeter } from '../conversion/job-meter.ts';
import { DIMENSIONS, METRICS } from '../metrics.ts';

type Unit = (typeof MetricUnit)[keyof typeof MetricUnit];

/**
 * Counts in CloudWatch, by lines in the log of the function in its embedded metric format: no call, no permission.
 * The pair of formats and the sizes are in them to be searched for, and are no dimensions.
 */
export class MetricsMeter implements JobMeter {
  readonly #metrics: Metrics;

  constructor(metrics: Metrics) {
    // The library would have `service` as a dimension of all: the namespace says that.
    metrics.clearDefaultDimensions();
    this.#metrics = metrics;
  }

  ended(job: EndedJob): void {
    const { engine, outcome, queueWait, engineSeconds, bytesIn, bytesOut } = job;
    const ofEngine = { [DIMENSIONS.engine]: engine };
    this.#publish(job, { ...ofEngine, [DIMENSIONS.outcome]: outcome }, [[METRICS.conversions, MetricUnit.Count, 1]]);
    this.#publish(job, ofEngine, [
      [METRICS.faults, MetricUnit.Count, outcome === 'service' ? 1 : 0],
      [METRICS.engineSeconds, MetricUnit.Seconds, engineSeconds],
      [METRICS.queueWait, MetricUnit.Seconds, queueWait],
    ]);
    this.#publish(job, { [DIMENSIONS.outcome]: outcome }, [
      [METRICS.bytesIn, MetricUnit.Bytes, bytesIn],
      [METRICS.bytesOut, MetricUnit.Bytes, bytesOut],
    ]);
  }

  /** Writes one line: its metrics share their dimensions. */
  #publish(
    { originalFormat, targetFormat }: EndedJob,
    dimensions: Readonly<Record<string, string>>,
    values: readonly (readonly [string, Unit, number | undefined])[],
  ): void {
    const known = values.filter((value): value is [string, Unit, number] => value[2] !== undefined);
    if (known.length === 0) return;
    for (const [name, value] of Object.entries(dimensions)) this.#metrics.addDimension(name, value);
    this.#metrics.addMetadata('pair', `${originalFormat} ${targetFormat}`);
    for (const [name, unit, value] of known) this.#metrics.addMetric(name, unit, value);
    this.#metrics.publishStoredMetrics();
  }
}
