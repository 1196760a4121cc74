import { expect, test } from 'vitest'
import { pairingCodeLetters, parsePairingCode, showPairingCode } from '#contract/people/pairing-code.ts'

test.each([
  ['ACE7HK', 'ACE7HK'],
  [' ace-7hk ', 'ACE7HK'],
  ['ace 7hk', 'ACE7HK'],
  // Cyrillic letters of the same form.
  ['асе7нк', 'ACE7HK'],
  ['АСЕ–7НК', 'ACE7HK'],
  ['ACE7H', null],
  ['ACE7HKA', null],
  ['ACE7H0', null],
  ['АСЕ7НЖ', null],
  ['', null],
])('%j is read as %j', (text, code) => {
  expect(parsePairingCode(text)).toBe(code)
})

test('A code has no letter that looks like another one, and is read as it is shown', () => {
  expect([...'0O1IL2Z5S8B'].filter((letter) => pairingCodeLetters.includes(letter))).toEqual([])
  expect(parsePairingCode(showPairingCode('ACE7HK'))).toBe('ACE7HK')
})
