import type { Duration, SecretValue } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { CallersProps } from '../callers/callers.ts';
import type { DeployedEngines } from '../engines/deployed-engines.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { Alarms, type AlarmsProps, type WatchedParts } from './alarms.ts';
import { Canary } from './canary.ts';
import type { LogSettings } from './logs.ts';
import { ServiceDashboard } from './service-dashboard.ts';
import { type MonthlyBudget, SpendingLimit } from './spending-limit.ts';

export interface OperationProps
  extends WatchedParts,
    LogSettings,
    Pick<CallersProps, 'keys'>,
    Pick<AlarmsProps, 'concurrencyQuota'> {
  /** The address of the service. */
  readonly baseUrl: string;
  /** The deployed engines. */
  readonly engines: DeployedEngines;
  /**
   * Whether there are alarms. The README says what they cost.
   * @default true
   */
  readonly alarms?: boolean;
  /**
   * The address that gets a mail when an alarm goes off, and when it is over.
   * @default - none: alarms are shown in CloudWatch
   */
  readonly alarmEmail?: string;
  /**
   * Your own topic for alarms. If it has its own policy or key, that has to admit `cloudwatch.amazonaws.com`.
   * @default - a new one for `alarmEmail`
   */
  readonly alarmTopic?: ITopic;
  /**
   * Whether there is a dashboard: $3 a month, beyond three of an account.
   * @default true
   */
  readonly dashboard?: boolean;
  /**
   * The interval of the smoke test at the public address, at least an hour. The README says what it costs.
   * @default - never
   */
  readonly canary?: Duration;
  /**
   * The API key of the canary, such as `SecretValue.secretsManager('...')`: made with `npm run keys`, for its own account.
   * @default - none: where the service requires keys, a canary needs one
   */
  readonly canaryKey?: SecretValue;
  /**
   * A budget of the account, with the address that gets a mail.
   * @default - none
   */
  readonly monthlyBudget?: MonthlyBudget;
}

/** The alarms, the dashboard, the canary and the budget of the service. */
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
