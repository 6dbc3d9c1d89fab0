import { expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { repeatPolicyOf } from './repeat-policy.ts';

test('each call that takes a key says what its repeat gets, and no other does', () => {
  const policyOf = (name: keyof typeof endpoints) => {
    try {
      return repeatPolicyOf(endpoints[name]).answer;
    } catch {
      return null;
    }
  };
  const names = Object.keys(endpoints) as (keyof typeof endpoints)[];
  const keyed = names.filter((name) => endpoints[name].replay !== 'none');
  expect(names.filter((name) => policyOf(name) !== null)).toEqual(keyed);
});
