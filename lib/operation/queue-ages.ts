import { type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { jobTime } from '../../functions/conversion/job-times.ts';
import type { ConversionQueue } from '../jobs/conversion-queue.ts';
import { PERIOD } from './service-metrics.ts';

/** An alarm takes no more metrics than that (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-data-queries.html). */
const LARGEST_SUM = 10;

/**
 * How old the oldest job of any queue is, as a part of the time in which a job of its engine must be done: at 1 it has
 * failed for its client. Each is the largest of up to ten queues.
 */
export function queueAges(queues: readonly ConversionQueue[]): IMetric[] {
  const starts = Array.from({ length: Math.ceil(queues.length / LARGEST_SUM) }, (_, index) => index * LARGEST_SUM);
  return starts.map((start) => oldestOf(queues.slice(start, start + LARGEST_SUM)));
}

function oldestOf(queues: readonly ConversionQueue[]): IMetric {
  const ages = queues.map(({ jobs, engine }) => ({
    // Unlike those of the other queues on the same dashboard.
    id: `age_${engine.name}`,
    metric: jobs.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: PERIOD }),
    longest: jobTime(engine),
  }));
  return new MathExpression({
    // A queue that has been empty for hours has no data, and nobody waits in it.
    expression: `MAX([${ages.map(({ id, longest }) => `FILL(${id}, 0) / ${longest}`).join(', ')}])`,
    usingMetrics: Object.fromEntries(ages.map(({ id, metric }) => [id, metric])),
    period: PERIOD,
    label: 'age of the oldest job, as a part of its time',
  });
}
