import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { displayedContractStatuses, paymentSchemes } from '#contract/enumerations.ts'
import { contractStatusLabels, paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'

const i18n = setupI18n({ locale: 'ru', messages: { ru: {} } })

test('every value has its own label', () => {
  const statuses = displayedContractStatuses.map((status) => i18n._(labelOf(contractStatusLabels, status)))
  expect(statuses).toEqual([
    'Оформляется',
    'Заключён',
    'Приостановлен',
    'Расторгается',
    'Расторгнут',
    'Не оплачен',
    'Завершён',
  ])
  expect(new Set(paymentSchemes.map((scheme) => i18n._(labelOf(paymentSchemeLabels, scheme)))).size).toBe(6)
})

test.each(['Haunted', '', 'toString', '__proto__', 'constructor'])('«%s» is unknown', (value) => {
  expect(i18n._(labelOf(contractStatusLabels, value))).toBe('неизвестно')
  expect(lookUp<string>({ Open: 'yes' }, value, 'no')).toBe('no')
})
