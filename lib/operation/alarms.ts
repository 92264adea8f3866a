import { Aws, CfnCondition, Duration, Fn, Stack, Token } from 'aws-cdk-lib';
import {
  Alarm,
  type CfnAlarm,
  ComparisonOperator,
  type IAlarmAction,
  type IMetric,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { DropFolder } from '../drop-folder/drop-folder.ts';
import type { Edge } from '../edge/edge.ts';
import { EDGE_REGION } from '../edge/firewall.ts';
import type { FileConversion } from '../file-conversion.ts';
import type { Canary } from './canary.ts';
import { oldestJob } from './oldest-job.ts';
import { claimedConcurrency, errorsOf, PERIOD, throttles } from './service-metrics.ts';

/** The watched constructs. */
export type WatchedParts = Pick<
  FileConversion,
  | 'metrics'
  | 'api'
  | 'jobs'
  | 'intake'
  | 'sweep'
  | 'ingest'
  | 'edge'
  | 'longVideos'
  | 'events'
  | 'usageReports'
  | 'webhooks'
>;

export interface AlarmsProps extends WatchedParts {
  /** Its failures raise an alarm. @default - none */
  readonly canary?: Canary | undefined;
  /**
   * The quota of concurrent executions in this account and region (L-B99A9384 in Service Quotas). An alarm goes off at 70% of
   * it. Metric math cannot read this quota.
   * @default 1000
   */
  readonly concurrencyQuota?: number | undefined;
  /** The action when an alarm goes off, and when it is over. @default - none: alarms are shown in CloudWatch */
  readonly action?: IAlarmAction | undefined;
}

/** When an alarm goes off. */
interface Condition {
  /** The problem, and where to look. */
  readonly description: string;
  readonly metric: IMetric;
  /** The threshold. */
  readonly above: number;
  /** The datapoints to alarm, and the evaluation periods. @default [1, 1] */
  readonly within?: readonly [number, number];
  /** The treatment of missing data. @default TreatMissingData.NOT_BREACHING */
  readonly missing?: TreatMissingData;
}

/** The share of an engine's conversions that may fail by a fault of the service. */
const FAULT_RATE = 0.2;
/** The share of the account's concurrency above which the quota should be raised. */
const CLAIMED = 0.7;
/** The share of requests that may get 5xx. */
const ERROR_RATE = 0.05;
/** How old an event may be when it is delivered. */
const LATEST_EVENT = Duration.minutes(10);

/** Alarms for the operator. Each of their metrics costs $0.10 a month, beyond ten of an account. */
export class Alarms extends Construct {
  /** The alarms in all regions. */
  public readonly list: readonly Alarm[];
  /** The alarm on 5xx of CloudFront; only where the service is, or may be, in `EDGE_REGION`. */
  public readonly edge: Alarm | undefined;
  private readonly action: IAlarmAction | undefined;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.action = props.action;
    this.list = Object.entries(conditions(props)).map(([name, condition]) => this.add(name, condition));
    this.edge = props.edge && this.watchEdge(props.edge);
  }

  /** Alarms cannot use metrics of another region: there the alarms on the origins and the canary have to suffice. */
  private watchEdge(edge: Edge): Alarm | undefined {
    const { region } = Stack.of(this);
    const anywhere = Token.isUnresolved(region);
    if (!anywhere && region !== EDGE_REGION) return undefined;
    const alarm = this.add('EdgeErrors', edgeErrors(edge));
    if (anywhere) {
      const expression = Fn.conditionEquals(Aws.REGION, EDGE_REGION);
      (alarm.node.defaultChild as CfnAlarm).cfnOptions.condition = new CfnCondition(this, 'InEdgeRegion', {
        expression,
      });
    }
    return alarm;
  }

  /** Watches the dead letter queue of a drop folder. */
  watchDropFolder({ node, arrivals }: DropFolder): void {
    this.add(`DroppedFilesLost-${node.addr.slice(-8)}`, {
      description: 'Files of a drop folder could not be converted at any try; they wait in its dead letters.',
      metric: arrivals.deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD }),
      above: 0,
    });
  }

  private add(name: string, condition: Condition): Alarm {
    const { action } = this;
    const { description, metric, above, within = [1, 1], missing = TreatMissingData.NOT_BREACHING } = condition;
    const [datapointsToAlarm, evaluationPeriods] = within;
    const alarm = new Alarm(this, name, {
      alarmDescription: description,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      datapointsToAlarm,
      evaluationPeriods,
      treatMissingData: missing,
    });
    if (action) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    return alarm;
  }
}

function edgeErrors(edge: Edge): Condition {
  return {
    description: 'More than one request in twenty is answered with 5xx, as clients see it.',
    metric: edge.metricServerErrors(PERIOD),
    above: ERROR_RATE * 100,
    within: [2, 3],
  };
}

/** The quota of accounts that are not new. */
export const DEFAULT_CONCURRENCY_QUOTA = 1000;

function conditions(props: AlarmsProps): Record<string, Condition> {
  const { metrics, api, jobs, intake, sweep, ingest, canary, events, usageReports, webhooks } = props;
  const { transitions } = events ?? {};
  const { longVideos, concurrencyQuota = DEFAULT_CONCURRENCY_QUOTA } = props;
  return {
    EngineFails: {
      description: 'An engine fails conversions by our fault, more than one in five.',
      metric: metrics.faultsByEngine(),
      above: FAULT_RATE,
    },
    JobsWait: {
      description: 'A job has waited for more than half of the time in which it must be done.',
      metric: oldestJob(jobs),
      above: 0.5,
    },
    ServerErrors: {
      description: 'The API answers more than one request in twenty with 5xx.',
      metric: api.restApi.metricServerError({ statistic: Stats.AVERAGE, period: PERIOD }),
      above: ERROR_RATE,
      within: [2, 3],
    },
    ...(ingest && {
      IngestErrors: {
        description: 'The server that takes large uploads fails.',
        metric: metrics.errorsIn(ingest.server.logGroup, 'IngestErrors'),
        above: 0,
        within: [2, 3],
      },
      LargeUploadsFail: {
        description: 'Large uploads are answered with 5xx: by the server that takes them, or because it is not there.',
        metric: ingest.server.metricServerErrors(PERIOD),
        above: 0,
        // Two of six periods, since even few are worth a look.
        within: [2, 6],
      },
    }),
    ...(longVideos && {
      LongVideosFail: {
        description: 'The function that has long videos converted fails, not the engine that it calls.',
        metric: errorsOf(longVideos.function),
        above: 2,
      },
    }),
    IntakeFails: {
      description: 'Files that were uploaded with a form are not taken in.',
      // The three tries of a file are in one period, or in two.
      metric: errorsOf(intake.function),
      above: 0,
    },
    Throttled: {
      description: 'Calls of functions in this account and region were refused: too many run at once.',
      metric: throttles(),
      above: 0,
      within: [2, 3],
    },
    ConcurrencyUsed: {
      description:
        'More than 70% of the calls that the account may have under way at once are taken: soon some are refused.',
      metric: claimedConcurrency(),
      above: CLAIMED * concurrencyQuota,
      within: [2, 3],
    },
    SweepFails: {
      description: 'For ten minutes no file was deleted whose time is over: the sweep fails, or is not called.',
      // The minimum is 1 when all runs failed.
      metric: errorsOf(sweep.function, Stats.MINIMUM),
      above: 0,
      within: [2, 2],
      missing: TreatMissingData.BREACHING,
    },
    ...(transitions && {
      EventsLate: {
        description: 'Events of conversions have waited for more than ten minutes: they fail, or are not delivered.',
        // A record that fails is no error of the function, and comes again for a day before it is a dead letter.
        metric: transitions.function.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: PERIOD }),
        above: LATEST_EVENT.toMilliseconds(),
      },
      EventsLost: {
        description: 'Events of conversions could not be delivered: the ledger lacks them, and so do webhooks.',
        metric: transitions.deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD }),
        above: 0,
      },
    }),
    ...(webhooks && {
      DeliveriesLost: {
        description: 'Events did not reach a webhook at any try; they wait in the dead letters.',
        // Those of one caller wait there for two weeks, in which others are lost.
        metric: new MathExpression({
          expression: 'DIFF(waiting)',
          usingMetrics: { waiting: webhooks.deadLetters.metricApproximateNumberOfMessagesVisible() },
          period: PERIOD,
        }),
        above: 0,
      },
    }),
    ...(usageReports && {
      ReportFails: {
        description: 'The report of what was used on a day could not be written.',
        metric: errorsOf(usageReports.function),
        above: 0,
        // It has a datapoint once a night.
        missing: TreatMissingData.IGNORE,
      },
    }),
    ...(canary && {
      CanaryFails: {
        description:
          'The smoke test of the service fails through its public address; the log of the canary says where.',
        metric: errorsOf(canary.function),
        above: 0,
        // Between runs the state is that of the last one.
        missing: TreatMissingData.IGNORE,
      },
    }),
  };
}
