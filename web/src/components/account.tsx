import type { Usage } from '../../../client/index.ts';
import { askForKey, usage } from '../state/account.ts';
import { fill, numberText, say } from '../state/language.ts';
import { key, rate } from '../state/service.ts';
import { Icon } from './icons.tsx';
import { Recent } from './recent.tsx';

/** The usage and limits of the account. */
export function Account() {
  if (key.value === undefined) return null;
  return (
    <section class="account" aria-labelledby="account-title">
      <div class="account-head">
        <h2 id="account-title">
          {say.value.account}
          {usage.value && <bdi class="account-name">{usage.value.account}</bdi>}
        </h2>
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => askForKey()}>
          <Icon name="key" />
          {say.value.keyChange}
        </button>
      </div>
      {usage.value && <Month usage={usage.value} />}
      {rate.value && <p class="facts">{ofLimit(say.value.requestsLeft, rate.value.remaining, rate.value.limit)}</p>}
      <Recent />
    </section>
  );
}

function Month({ usage: { conversions, limits, left } }: { usage: Usage }) {
  if (limits.conversions === null || left.conversions === null)
    return <p>{fill(say.value.monthUsed, { used: numberText(conversions) })}</p>;
  const used = Math.min(1, conversions / limits.conversions);
  return (
    <>
      <p>{ofLimit(say.value.monthLeft, left.conversions, limits.conversions)}</p>
      <div class="month" aria-hidden="true" data-low={used > 0.9}>
        <i style={{ inlineSize: `${100 * used}%` }} />
      </div>
    </>
  );
}

function ofLimit(text: string, left: number, limit: number): string {
  return fill(text, { left: numberText(left), limit: numberText(limit) });
}
