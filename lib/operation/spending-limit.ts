import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

/** What a month may cost, and who gets a mail when it does. */
export interface MonthlyBudget {
  /** US dollars a month. */
  readonly amount: number;
  /** Who is written to. */
  readonly email: string;
}

/**
 * Has AWS write when the account has spent most of what a month may cost, or is about to spend more. It stops nothing.
 * Of the whole account: AWS tells the costs of one stack only where its tag has been activated for that by hand.
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
