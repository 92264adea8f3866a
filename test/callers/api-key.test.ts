import { describe, expect, it } from 'vitest';
import { isAccountName, isToken, newToken, startOf } from '../../functions/callers/api-key.ts';
import { anonymous } from '../../functions/callers/caller.ts';
import { PLANS, readPlans } from '../../functions/callers/plans.ts';

describe('a key', () => {
  it('is known by its shape and its checksum, and not with any of its characters changed, more or fewer', () => {
    const token = newToken();
    expect(token).toMatch(/^fc_[0-9A-Za-z]{36}$/);
    expect([isToken(token), startOf(token)]).toEqual([true, token.slice(0, 9)]);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'a' ? 'b' : 'a';
      expect(isToken(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBe(false);
    }
    for (const wrong of [`${token}a`, token.slice(0, -1), ` ${token}`, `${token}\n`, '', 'fc_'])
      expect(isToken(wrong)).toBe(false);
  });
});

describe('an account', () => {
  it.each(['acme', 'a', '0-1', 'a'.repeat(63)])('may be called %s', (name) => {
    expect(isAccountName(name)).toBe(true);
  });

  it.each(['', '-a', 'Acme', 'a b', 'a\n', 'ä', 'a'.repeat(64), 'anonymous-1', '../a', 'a#b'])(
    'may not be called %j',
    (name) => {
      expect(isAccountName(name)).toBe(false);
    },
  );
});

describe('a caller without a key', () => {
  const nameOf = (address?: string) => anonymous(address, PLANS).name;

  it('is known by the address, which the name does not tell', () => {
    expect(nameOf('192.0.2.1')).toMatch(/^anonymous-[0-9a-f]{16}$/);
    expect(nameOf('192.0.2.1')).not.toBe(nameOf('192.0.2.2'));
    expect(nameOf()).toBe(nameOf('unknown'));
  });

  it('is known by the network where everybody has many addresses', () => {
    expect(nameOf('2001:db8::1')).toBe(nameOf('2001:DB8:0:0:ffff:1:2:3'));
    expect(nameOf('2001:db8::1')).not.toBe(nameOf('2001:db8:0:1::1'));
    expect(nameOf('fe80::1%eth0')).toBe(nameOf('fe80::2'));
    expect(nameOf('::ffff:192.0.2.1')).not.toBe(nameOf('::ffff:192.0.2.2'));
  });
});

describe('plans', () => {
  it('are those that are there, and those of the operator in their place', () => {
    expect(readPlans(undefined)).toEqual(PLANS);
    expect(readPlans('{"default":{"atOnce":2},"gold":{}}')).toMatchObject({
      default: { atOnce: 2 },
      gold: {},
      pro: PLANS.pro,
    });
  });

  it.each(['1', '{"a":{"speed":1}}', '{"a":{"atOnce":0}}', '{"a":{"atOnce":"1"}}', '{"a":{"burst":null}}'])(
    'are not %s',
    (text) => {
      expect(() => readPlans(text)).toThrow();
    },
  );
});
