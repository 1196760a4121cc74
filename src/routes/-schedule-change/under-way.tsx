import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { GroupMove } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { StepProps } from './flow.ts'

const WithdrawDialog = latePart('withdraw-dialog', () =>
  import('./withdraw-dialog.tsx').then((module) => module.WithdrawDialog),
)

/** A move that is still to take effect: where to, from which day, and the way to take it back. */
export function UnderWay({ move, flow }: StepProps & { move: GroupMove }) {
  const dates = useDates()
  const [isAsking, ask] = useState(false)
  const day = dates.day(move.effectiveFrom)
  return (
    <>
      <Notice
        title={
          <Trans>
            С {day} группа «{move.to.title}»
          </Trans>
        }
      >
        <p className="mb-xs">
          <Trans>До этого дня смену можно отозвать.</Trans>
        </p>
        <OwnButton size="small" opens={WithdrawDialog} onClick={() => ask(true)}>
          <Trans>Отозвать</Trans>
        </OwnButton>
      </Notice>
      {isAsking && <WithdrawDialog move={move} onOpenerGone={flow.heading.focus} onClose={() => ask(false)} />}
    </>
  )
}
