import { msg } from '@lingui/core/macro'
import type { ImportState } from '#contract/enumerations.ts'
import type { Label } from '#src/routes/-shell/labels/badges.tsx'

export const importStateLabels: Record<ImportState, Label> = {
  checking: { tone: 'info', text: msg`Проверяется` },
  checked: { tone: 'warning', text: msg`Ждёт решения` },
  applying: { tone: 'info', text: msg`Загружается` },
  applied: { tone: 'success', text: msg`Загружено` },
  failed: { tone: 'error', text: msg`Не удалось` },
  discarded: { tone: 'neutral', text: msg`Не загружено` },
}
