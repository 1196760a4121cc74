import { msg } from '@lingui/core/macro'
import type { ImportState } from '#contract/enumerations.ts'
import type { ImportRow } from '#contract/integration/imports.ts'
import type { Label } from '#src/routes/-query/labels/badges.tsx'

const stateLabels: Record<ImportState, Label> = {
  checking: { tone: 'info', text: msg`Проверяется` },
  checked: { tone: 'warning', text: msg`Ждёт решения` },
  applying: { tone: 'info', text: msg`Загружается` },
  applied: { tone: 'success', text: msg`Загружено` },
  failed: { tone: 'error', text: msg`Не удалось` },
  discarded: { tone: 'neutral', text: msg`Не загружено` },
}

/** An import that has ended without a change, or with faults, does not look like one that has loaded everything. */
export function importLabel(run: Pick<ImportRow, 'state' | 'total' | 'faults'>): Label {
  if (run.state !== 'applied') return stateLabels[run.state]
  if (writtenOf(run) > 0) return run.faults > 0 ? { tone: 'warning', text: msg`Загружено не всё` } : stateLabels.applied
  return run.faults > 0
    ? { tone: 'error', text: msg`Ничего не загружено` }
    : { tone: 'neutral', text: msg`Без изменений` }
}

/** Rows that an import has written, or would write. */
export function writtenOf({ total: { created, changed, deleted } }: Pick<ImportRow, 'total'>): number {
  return created + changed + deleted
}
