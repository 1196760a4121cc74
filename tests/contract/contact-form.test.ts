import { describe, expect, test } from 'vitest'
import { contactForm } from '#contract/forms.ts'

/** The value that the form sends for a typed text, or the code of its error. */
function parse(channel: 'email' | 'phone', typed: string, present: string | null = null) {
  const { data, error } = contactForm(channel, present).safeParse({ contact: typed })
  return data?.contact ?? error?.issues[0]?.message
}

describe('The contact form', () => {
  test.each([
    ['+7 (912) 345-67-89', '+79123456789'],
    ['8 912 345 67 89', '+79123456789'],
    ['79123456789', '+79123456789'],
    ['912 345-67-89', '+79123456789'],
    ['+44 20 7183 8750', '+442071838750'],
  ])('sends the phone %s as %s', (typed, number) => {
    expect(parse('phone', typed)).toBe(number)
  })

  test.each([
    ['phone', '12', 'not-a-phone'],
    ['phone', '8 912 345-67-89', 'same'],
    ['email', 'почта', 'not-an-email'],
    ['email', 'a@b', 'not-an-email'],
    ['email', 'MARIA@example.org', 'same'],
    ['email', ' new@example.org ', 'new@example.org'],
  ] as const)('%s «%s»: %s', (channel, typed, result) => {
    expect(parse(channel, typed, channel === 'email' ? 'maria@example.org' : '+79123456789')).toBe(result)
  })
})
