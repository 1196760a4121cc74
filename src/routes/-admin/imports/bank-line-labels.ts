import { msg } from '@lingui/core/macro'
import type { BankLineState } from '#contract/enumerations.ts'
import type { Labels } from '#src/i18n/labels.ts'

/** The state of one payment. */
export const bankLineStateLabels: Labels<BankLineState> = {
  waiting: msg`Ждёт решения`,
  booked: msg`Зачислен`,
  foreign: msg`Не наш`,
}

/** The payments of a state. */
export const bankLineFilterLabels: Labels<BankLineState> = {
  waiting: msg`Ждут решения`,
  booked: msg`Зачислены`,
  foreign: msg`Не наши`,
}
