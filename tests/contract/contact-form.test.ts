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
    ['495 123-45-67', '+74951234567'],
    ['+7 (912) 345–67–89', '+79123456789'],
    ['+44 20 7183 8750', '+442071838750'],
    ['+852 9123 4567', '+85291234567'],
  ])('sends the phone %s as %s', (typed, number) => {
    expect(parse('phone', typed)).toBe(number)
  })

  test.each([
    ['phone', '12', 'not-a-phone'],
    ['phone', '+7 912 345-67-89 доб. 2', 'not-a-phone'],
    ['phone', '+7 890 055 51 10', 'not-a-phone'],
    ['phone', '+8 900 555-11-01', 'plus-eight'],
    ['phone', '+7 8 900 555 11 02', 'not-ten-digits'],
    ['phone', '+7 900 555 11 0', 'not-ten-digits'],
    ['phone', '8 900 555 11 0', 'not-ten-digits'],
    ['phone', '380 50 123 45 67', 'no-country-code'],
    ['phone', '8 912 345-67-89', 'same'],
    ['email', 'почта', 'not-an-email'],
    ['email', 'a@b', 'not-an-email'],
    ['email', 'MARIA@example.org', 'same'],
    ['email', ' new@example.org ', 'new@example.org'],
    ['email', 'почта@школа.рф', 'not-an-email'],
    ['email', 'anna@школа.рф', 'anna@школа.рф'],
    ['email', 'anna@ШКОЛА.РФ', 'anna@школа.рф'],
    ['email', 'anna@xn--80atdl2c.xn--p1ai', 'anna@школа.рф'],
    ['email', 'anna@bücher.example', 'anna@bücher.example'],
    ['email', 'anna@xn--a.рф', 'not-an-email'],
    ['email', 'anna@-школа.рф', 'not-an-email'],
    ['email', 'anna@1.2.3.4', 'not-an-email'],
    ['email', `a@${'я'.repeat(60)}.рф`, 'not-an-email'],
  ] as const)('%s «%s»: %s', (channel, typed, result) => {
    expect(parse(channel, typed, channel === 'email' ? 'maria@example.org' : '+79123456789')).toBe(result)
  })
})
