import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { WatchedParts } from './alarms.ts';
import { oldestJob } from './oldest-job.ts';
import { PERIOD, throttles } from './service-metrics.ts';

export interface ServiceDashboardProps extends WatchedParts {
  /** Shown at the top. */
  readonly alarms: readonly IAlarm[];
}

/** The dashboard: alarms, conversions, failures, times and queues. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { alarms, metrics, api, jobs }: ServiceDashboardProps) {
    super(scope, id, { defaultInterval: Duration.days(1) });
    const { restApi } = api;
    const settings = { period: PERIOD };
    if (alarms.length > 0) this.addWidgets(new AlarmStatusWidget({ alarms: [...alarms], width: 24, height: 4 }));
    this.addWidgets(
      graph('Conversions by engine', metrics.conversionsBy('engine')),
      graph('Conversions by outcome', metrics.conversionsBy('outcome')),
      graph('Failed by our fault, as a part', metrics.faultsByEngine()),
    );
    this.addWidgets(
      graph('Seconds in the engine', metrics.timeByEngine('engineSeconds')),
      graph('Seconds of waiting in the queue', metrics.timeByEngine('queueWait')),
      graph('Age of the oldest job, as a part of its time', oldestJob(jobs)),
    );
    this.addWidgets(
      graph('Requests to the API', restApi.metricCount({ ...settings, statistic: Stats.SUM })),
      graph(
        'Refused (4xx) and failed (5xx)',
        restApi.metricClientError({ ...settings, statistic: Stats.SUM }),
        restApi.metricServerError({ ...settings, statistic: Stats.SUM }),
      ),
      graph(
        'Milliseconds to the answer',
        restApi.metricLatency({ ...settings, statistic: Stats.p(50) }),
        restApi.metricLatency({ ...settings, statistic: Stats.p(95) }),
      ),
    );
    this.addWidgets(
      graph('Bytes', metrics.bytes('bytesIn'), metrics.bytes('bytesOut')),
      graph('Calls that did not begin, in the account', throttles()),
    );
  }
}

function graph(title: string, ...left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
}
