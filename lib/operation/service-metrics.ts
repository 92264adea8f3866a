import { Duration, Names } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroupRef, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { DIMENSIONS, METRICS } from '../../functions/metrics.ts';
import type { Workload } from '../permissions/workload.ts';

/** The period of metrics. */
export const PERIOD = Duration.minutes(5);

const { engine, outcome } = DIMENSIONS;

/** The metrics of the service, its own and those of AWS. */
export class ServiceMetrics extends Construct {
  /** Each service has its own namespace. */
  public readonly namespace: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.namespace = `FileConversion/${Names.uniqueResourceName(scope, { maxLength: 200 })}`;
  }

  /** Sets the namespace in the environment of a workload. It needs no permission, since metrics are log entries (EMF). */
  announce(workload: Workload): void {
    workload.addEnvironment(ENVIRONMENT.metricsNamespace, this.namespace);
  }

  /** The count of ended conversions, by engine or by outcome. */
  conversionsBy(dimension: keyof typeof DIMENSIONS): IMetric {
    return this.query(`SUM(${METRICS.conversions})`, [engine, outcome], DIMENSIONS[dimension]);
  }

  /** The share of each engine's conversions that failed by a fault of the service, 0 to 1. */
  faultsByEngine(): IMetric {
    return this.query(`AVG(${METRICS.faults})`, [engine], engine);
  }

  /** The average of a time, by engine. */
  timeByEngine(name: 'engineSeconds' | 'queueWait'): IMetric {
    return this.query(`AVG(${METRICS[name]})`, [engine], engine);
  }

  /** The bytes of sources or results. */
  bytes(name: 'bytesIn' | 'bytesOut'): IMetric {
    const metricName = METRICS[name];
    return new Metric({
      namespace: this.namespace,
      metricName,
      dimensionsMap: { [outcome]: 'ok' },
      statistic: Stats.SUM,
      period: PERIOD,
    });
  }

  /** The count of errors in a log, which costs nothing while there are none. */
  errorsIn(logGroup: ILogGroupRef, name: string): IMetric {
    const filter = new MetricFilter(this, name, {
      logGroup,
      metricNamespace: this.namespace,
      metricName: name,
      // Matches a word, since it is not documented whether Lambda wraps the log lines of a web function in JSON.
      filterPattern: FilterPattern.allTerms('ERROR'),
    });
    return filter.metric({ statistic: Stats.SUM, period: PERIOD });
  }

  /** A Metrics Insights query, so that the metrics of unused engines cost nothing. */
  private query(what: string, dimensions: readonly string[], group: string): IMetric {
    const schema = [`"${this.namespace}"`, ...dimensions].join(', ');
    return new MathExpression({
      expression: `SELECT ${what} FROM SCHEMA(${schema}) GROUP BY ${group} ORDER BY MAX() DESC`,
      usingMetrics: {},
      period: PERIOD,
    });
  }
}

/** The throttled invocations of all functions in this account and region. */
export function throttles(): IMetric {
  return new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, period: PERIOD });
}

/** The claimed concurrency of this account and region: running executions and reservations. */
export function claimedConcurrency(): IMetric {
  const metricName = 'ClaimedAccountConcurrency';
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic: Stats.MAXIMUM, period: PERIOD });
}

/** The failed invocations of a function. */
export function errorsOf(fn: IFunction, statistic: string = Stats.SUM): IMetric {
  return fn.metricErrors({ statistic, period: PERIOD });
}
