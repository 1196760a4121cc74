import { msg } from '@lingui/core/macro'
import type { BankLineState } from '#contract/enumerations.ts'
import type { Labels } from '#src/i18n/labels.ts'

export const bankLineStateLabels: Labels<BankLineState> = {
  waiting: msg`Ждут решения`,
  booked: msg`Зачислены`,
  foreign: msg`Не наши`,
}
