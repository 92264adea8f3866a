import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

/** A monthly budget. */
export interface MonthlyBudget {
  /** US dollars a month. */
  readonly amount: number;
  /** The address that gets the mail. */
  readonly email: string;
}

/**
 * A budget that sends a mail when the account has spent most of it, or is forecast to spend more. It stops nothing. It is for
 * the whole account: AWS reports the costs of a stack only when its tag was activated for cost allocation by hand.
 */
export class SpendingLimit extends Construct {
  public readonly budget: CfnBudget;

  constructor(scope: Construct, id: string, { amount, email }: MonthlyBudget) {
    super(scope, id);
    if (!(amount > 0)) throw new Error(`monthlyBudget.amount is in US dollars a month; it cannot be ${amount}.`);
    const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    });
    this.budget = new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
      notificationsWithSubscribers: [tell('ACTUAL', 80), tell('ACTUAL', 100), tell('FORECASTED', 100)],
    });
  }
}
