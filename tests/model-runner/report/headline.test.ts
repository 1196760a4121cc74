import { deepEqual } from 'node:assert/strict'
import { expect, test } from 'vitest'
import { messageOf } from './difference.ts'
import { expectedAndSeen, headlineOf } from './headline.ts'

test.each([
  [
    'a poll',
    'the address\n\nexpect(received).toBe(expected)\n\nExpected: "/schedule"\nReceived: "/profile"\n\nCall Log:\n- Timeout 60000ms',
    'expected: the address: "/schedule" · seen: "/profile"',
  ],
  [
    'a poll of an effect',
    'the refusal is announced in a live region\n\nexpect(received).toBe(expected)\n\nExpected: true\nReceived: false',
    'expected: the refusal is announced in a live region · seen: no such effect',
  ],
  [
    'an assertion of a locator',
    "\u001b[2mexpect(\u001b[22m\u001b[31mlocator\u001b[39m).toBeVisible() failed\n\nLocator: getByRole('heading', { name: 'Done' })\nExpected: visible\nTimeout: 60000ms\nError: element(s) not found",
    "expected: getByRole('heading', { name: 'Done' }): visible · seen: element(s) not found",
  ],
  [
    'a list',
    'calls that are expected and were not made\n\nexpect(received).toEqual(expected)\n\n- Expected  - 1\n+ Received  + 3\n\n- Array []\n+ Array [\n+   "POST /v1/order",\n+ ]',
    'expected: calls that are expected and were not made: nothing more · seen: "POST /v1/order"',
  ],
  [
    'a view',
    'expected: - heading "A" · seen: - heading "B"\nview of a',
    'expected: - heading "A" · seen: - heading "B"',
  ],
  ['another message', 'the path did not begin: no page\nlog', 'the path did not begin: no page'],
])('%s reads as expected and seen', (_, message, headline) => {
  expect(headlineOf(message)).toBe(headline)
})

test.each([
  [
    'an assertion',
    'the address\n\nExpected: "/schedule"\nReceived: "/profile"',
    'the address: "/schedule"',
    '"/profile"',
  ],
  [
    'a difference from the ledger',
    'differs from the ledger:\nstate: accepted "sent", found "writing"\nclocks: accepted nothing, found [5]',
    'state: "sent"; clocks: nothing',
    'state: "writing"; clocks: [5]',
  ],
  ['a broken rule', 'broken rule: Drafts are kept (D-21)', 'Drafts are kept (D-21)', 'the rule does not hold'],
  [
    'a broken rule with what happened',
    'broken rule: Drafts are kept (D-21)\nseen: "writing", no effect',
    'Drafts are kept (D-21)',
    '"writing", no effect',
  ],
  ['another error', 'no response within 5 s\nlog', 'the step of the path', 'no response within 5 s'],
])('%s has an expected and a seen part', (_, message, expected, seen) => {
  expect(expectedAndSeen(message)).toEqual({ expected, seen })
})

test('a comparison of two values begins with the first fact that differs', () => {
  const compare = () => deepEqual({ state: 'sent', effects: [] }, { state: 'sent', effects: [{ action: 'close' }] })
  expect(headlineOf(thrownBy(compare))).toBe('expected: effects.0: {"action":"close"} · seen: nothing')
})

function thrownBy(act: () => void): string {
  try {
    act()
  } catch (error) {
    return messageOf(error)
  }
  throw new Error('Nothing was thrown')
}
