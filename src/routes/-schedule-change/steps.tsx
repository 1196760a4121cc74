import { useLingui } from '@lingui/react/macro'
import type { ChangeStep } from '#contract/change-steps.ts'
import { FlowProgress } from '#src/routes/-frame/flow-progress.tsx'

/** How far the change has come, and what is still to be done. */
export function Steps({ at }: { at: ChangeStep }) {
  const { t } = useLingui()
  const steps: [ChangeStep, string][] = [
    ['choosingGroup', t`Группа`],
    ['choosingTerritory', t`Площадка`],
    ['choosingNewGroup', t`Новая группа`],
    ['comparing', t`Неделя`],
    ['confirming', t`Подтверждение`],
  ]
  return <FlowProgress label={t`Шаги смены группы`} steps={steps} at={at} />
}
