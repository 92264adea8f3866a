import Stripe from 'stripe';
import { readReport } from './read-report.ts';

/** The name of the meter, whose aggregation is the sum of `value`. */
const METER = 'conversions';

/** The customers of Stripe, by account. */
export type Customers = Readonly<Record<string, string>>;

/**
 * Sends Stripe one meter event for each conversion of a daily report.
 *
 * The identifier of an event is that of the conversion. Stripe refuses one that it has had in the last 24 hours: a report
 * that broke off half way can be sent again on the same day, and after that nobody notices what is sent twice. Events may
 * be 35 days old. https://docs.stripe.com/api/billing/meter-event/create
 * @returns how many events were taken that Stripe had not had
 */
export async function meterReport(path: string, customers: Customers, stripe: Stripe): Promise<number> {
  let taken = 0;
  for await (const { conversion_id = '', account = '', ended_at = '' } of readReport(path)) {
    const customer = Object.hasOwn(customers, account) ? customers[account] : undefined;
    if (!customer) continue;
    const event: Stripe.Billing.MeterEventCreateParams = {
      event_name: METER,
      identifier: conversion_id,
      timestamp: Math.floor(Date.parse(ended_at) / 1000),
      payload: { stripe_customer_id: customer, value: '1' },
    };
    if (await isNew(stripe.billing.meterEvents.create(event))) taken += 1;
  }
  return taken;
}

async function isNew(created: Promise<unknown>): Promise<boolean> {
  try {
    await created;
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && /identifier/.test(error.message)) return false;
    throw error;
  }
}
