import type { Duration, SecretValue } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { CallersProps } from '../callers/callers.ts';
import type { DeployedEngines } from '../engines/deployed-engines.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { Alarms, type AlarmsProps, type WatchedParts } from './alarms.ts';
import { Canary } from './canary.ts';
import { ServiceDashboard } from './service-dashboard.ts';
import { type MonthlyBudget, SpendingLimit } from './spending-limit.ts';

export interface OperationProps
  extends WatchedParts,
    Pick<CallersProps, 'keys'>,
    Pick<AlarmsProps, 'concurrencyQuota'> {
  /** Where clients find the service. */
  readonly baseUrl: string;
  /** What is deployed. */
  readonly engines: DeployedEngines;
  /**
   * Whether CloudWatch watches the service. What an alarm costs, README.md says.
   * @default true
   */
  readonly alarms?: boolean;
  /**
   * Who is written to when an alarm goes off, and when it is over.
   * @default - nobody: alarms are seen in CloudWatch
   */
  readonly alarmEmail?: string;
  /**
   * A topic of yours that alarms are sent to. If it has a policy or a key of its own, that has to let in
   * `cloudwatch.amazonaws.com`.
   * @default - one that is made for `alarmEmail`
   */
  readonly alarmTopic?: ITopic;
  /**
   * Whether there is a dashboard: $3 a month, beyond three of an account.
   * @default true
   */
  readonly dashboard?: boolean;
  /**
   * How often the smoke test is done through the public address, an hour at the least; what it costs, README.md says.
   * @default - never
   */
  readonly canary?: Duration;
  /**
   * An API key for the canary, as `SecretValue.secretsManager('...')` gives one that you have put there: made with
   * `npm run keys`, of an account of its own.
   * @default - none: where callers need a key there can be no canary without
   */
  readonly canaryKey?: SecretValue;
  /**
   * What a month of the account may cost, and who gets a mail when it does.
   * @default - nobody gets a mail
   */
  readonly monthlyBudget?: MonthlyBudget;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/** What an operator has of the service: alarms, a dashboard, a canary and a budget. */
export class Operation extends Construct {
  public readonly canary: Canary | undefined;
  public readonly topic: ITopic | undefined;
  public readonly alarms: Alarms | undefined;
  public readonly dashboard: ServiceDashboard | undefined;
  public readonly spendingLimit: SpendingLimit | undefined;

  constructor(scope: Construct, id: string, props: OperationProps) {
    super(scope, id);
    const { canary, keys, alarmEmail, alarmTopic, alarms = true, dashboard = true, monthlyBudget } = props;
    if (canary && keys === 'required' && !props.canaryKey)
      throw new Error('Callers need a key here, and so does the canary: give `canaryKey`, too.');
    if (canary) this.canary = new Canary(this, 'Canary', { ...props, interval: canary });
    if (alarmEmail && alarmTopic) throw new Error('alarmEmail is for a topic that is made; alarmTopic is yours.');
    if (alarms) {
      this.topic = alarmTopic ?? (alarmEmail ? new AlarmTopic(this, 'Topic', { email: alarmEmail }) : undefined);
      const action = this.topic && new SnsAction(this.topic);
      this.alarms = new Alarms(this, 'Alarms', { ...props, canary: this.canary, action });
    }
    if (dashboard)
      this.dashboard = new ServiceDashboard(this, 'Dashboard', { ...props, alarms: this.alarms?.list ?? [] });
    if (monthlyBudget) this.spendingLimit = new SpendingLimit(this, 'SpendingLimit', monthlyBudget);
  }
}
