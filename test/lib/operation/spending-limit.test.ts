import { describe, expect, it } from 'vitest';
import { LAYERED, Synthesis, synthesis } from '../synthesis.ts';

const SMALL = { engines: [LAYERED] };

describe('monthlyBudget', () => {
  it('has AWS write at four fifths of it, at all of it, and when all of it is in sight', () => {
    const [budget, ...others] = new Synthesis({
      ...SMALL,
      monthlyBudget: { amount: 50, email: 'operator@example.com' },
    }).ofType('AWS::Budgets::Budget');
    expect(others).toEqual([]);
    expect(budget?.Properties.Budget).toEqual({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 50, Unit: 'USD' },
    });
    const notifications = budget?.Properties.NotificationsWithSubscribers as readonly {
      readonly Notification: { readonly NotificationType: string; readonly Threshold: number };
      readonly Subscribers: unknown;
    }[];
    expect(
      notifications.map(({ Notification: { NotificationType, Threshold } }) => [NotificationType, Threshold]),
    ).toEqual([
      ['ACTUAL', 80],
      ['ACTUAL', 100],
      ['FORECASTED', 100],
    ]);
    for (const { Subscribers } of notifications)
      expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: 'operator@example.com' }]);
  });

  it('is none by default', () => {
    expect(synthesis().ofType('AWS::Budgets::Budget')).toEqual([]);
  });

  it.each([0, -1, Number.NaN])('cannot be %s dollars', (amount) => {
    expect(() => new Synthesis({ ...SMALL, monthlyBudget: { amount, email: 'operator@example.com' } })).toThrow(
      /US dollars/,
    );
  });
});
