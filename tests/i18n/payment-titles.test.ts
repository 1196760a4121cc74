import { expect, test } from 'vitest'
import { paymentKinds } from '#contract/enumerations.ts'
import { instalmentsInWords } from '#server/notifications/formats.ts'
import { createI18n } from '#src/i18n/create-i18n.ts'
import { paymentTitleAlone } from '#src/i18n/payment-title.ts'

test('messages name a payment in English as the pages do', async () => {
  const { i18n, activate } = createI18n()
  await activate('en')
  const [title, dueOn, amount, number] = ['Взнос', '2026-11-12', 100, 1]
  for (const kind of paymentKinds.filter((each) => each !== 'stage')) {
    const words = instalmentsInWords([{ kind, title, dueOn, amount, number }], 'en')
    expect(words, kind).toBe(`“${paymentTitleAlone({ kind, title, dueOn }, i18n)}” — by 12 November 2026`)
  }
  const stage = instalmentsInWords([{ kind: 'stage', title: '3-й платёж', dueOn, amount, number: 3 }], 'en')
  expect(stage).toBe('“Payment 3” — by 12 November 2026')
})
