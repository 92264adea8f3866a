import { Duration, Names } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroupRef, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { DIMENSIONS, METRICS } from '../../functions/metrics.ts';
import type { Workload } from '../permissions/workload.ts';

/** Over how long metrics are summed up. */
export const PERIOD = Duration.minutes(5);

const { engine, outcome } = DIMENSIONS;

/** What the service counts itself, and what AWS counts of it. */
export class ServiceMetrics extends Construct {
  /** Metrics of two services do not mix: each has a namespace of its own. */
  public readonly namespace: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.namespace = `FileConversion/${Names.uniqueResourceName(scope, { maxLength: 200 })}`;
  }

  /** Gives a workload the namespace of the metrics. It needs no permission: metrics are lines of its log. */
  announce(workload: Workload): void {
    workload.addEnvironment(ENVIRONMENT.metricsNamespace, this.namespace);
  }

  /** How many conversions ended, by engine or by outcome. */
  conversionsBy(dimension: keyof typeof DIMENSIONS): IMetric {
    return this.query(`SUM(${METRICS.conversions})`, [engine, outcome], DIMENSIONS[dimension]);
  }

  /** The part of the conversions of each engine that failed by our fault, 0 to 1. */
  faultsByEngine(): IMetric {
    return this.query(`AVG(${METRICS.faults})`, [engine], engine);
  }

  /** A time of each engine: the average of what was counted. */
  timeByEngine(name: 'engineSeconds' | 'queueWait'): IMetric {
    return this.query(`AVG(${METRICS[name]})`, [engine], engine);
  }

  /** Bytes that came in or went out. */
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

  /** The errors in a log; costs nothing while there are none. */
  errorsIn(logGroup: ILogGroupRef, name: string): IMetric {
    const filter = new MetricFilter(this, name, {
      logGroup,
      metricNamespace: this.namespace,
      metricName: name,
      // As a word: nothing says whether Lambda leaves the lines of a web function as they are, or puts them into JSON of its own.
      filterPattern: FilterPattern.allTerms('ERROR'),
    });
    return filter.metric({ statistic: Stats.SUM, period: PERIOD });
  }

  /** Metrics Insights: reads what there is, so that an engine which is not used costs nothing. */
  private query(what: string, dimensions: readonly string[], group: string): IMetric {
    const schema = [`"${this.namespace}"`, ...dimensions].join(', ');
    return new MathExpression({
      expression: `SELECT ${what} FROM SCHEMA(${schema}) GROUP BY ${group} ORDER BY MAX() DESC`,
      usingMetrics: {},
      period: PERIOD,
    });
  }
}

/** The calls of any function of this account and region that did not begin, since too many were running. */
export function throttles(): IMetric {
  return new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, period: PERIOD });
}

/** How many calls this account and region has no room for any more: those that run, and what is reserved. */
export function claimedConcurrency(): IMetric {
  const metricName = 'ClaimedAccountConcurrency';
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic: Stats.MAXIMUM, period: PERIOD });
}

/** The calls of a function that failed. */
export function errorsOf(fn: IFunction, statistic: string = Stats.SUM): IMetric {
  return fn.metricErrors({ statistic, period: PERIOD });
}
