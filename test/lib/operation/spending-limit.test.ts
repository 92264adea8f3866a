import { expect, it } from 'vitest';
import { LAYERED, Synthesis, synthesis } from '../synthesis.ts';

const limited = (amount: number) =>
  new Synthesis({ engines: [LAYERED], monthlyBudget: { amount, email: 'operator@example.com' } });

it('monthlyBudget has AWS write at four fifths of it, at all of it, and when all of it is in sight', () => {
  const [budget, ...others] = limited(50).ofType('AWS::Budgets::Budget');
  expect(others).toEqual([]);
  const at = (NotificationType: string, Threshold: number) => ({
    Notification: { NotificationType, Threshold },
    Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'operator@example.com' }],
  });
  expect(budget?.Properties).toMatchObject({
    Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 50, Unit: 'USD' } },
    NotificationsWithSubscribers: [at('ACTUAL', 80), at('ACTUAL', 100), at('FORECASTED', 100)],
  });
  expect(synthesis().ofType('AWS::Budgets::Budget')).toEqual([]);
  for (const amount of [0, -1, Number.NaN]) expect(() => limited(amount)).toThrow(/US dollars/);
});
