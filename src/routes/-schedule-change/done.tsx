import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { GroupMove } from '#contract/schedule.ts'
import { groupMovesQuery } from '#src/api/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import type { StepProps } from './flow.ts'
import { ScreenLink, StepFrame } from './step-frame.tsx'
import { UnderWay } from './under-way.tsx'

/** What came of it: the last move of the contract, with the new week one click away. */
export function Done({ flow }: StepProps) {
  const { contract = '' } = flow.place
  return (
    <Loaded query={groupMovesQuery()} skeleton={<SkeletonBlock />}>
      {(moves) => {
        const move = moves.find(({ contractUuid }) => contractUuid === contract)
        return move && <Moved move={move} flow={flow} />
      }}
    </Loaded>
  )
}

function Moved({ move, flow }: StepProps & { move: GroupMove }) {
  const dates = useDates()
  const { effectiveFrom, from, to, studentUuid, contractUuid, state } = move
  const day = dates.weekday(effectiveFrom)
  const isWithdrawn = state === 'withdrawn'
  return (
    <StepFrame flow={flow} title={isWithdrawn ? <Trans>Смена группы отозвана</Trans> : <Trans>Группа сменена</Trans>}>
      <Card>
        <EmptyState
          icon={isWithdrawn ? 'switch' : 'check'}
          title={
            isWithdrawn ? (
              <Trans>Группа осталась прежней: {from.title}</Trans>
            ) : (
              <Trans>
                Первый день в группе «{to.title}»: {day}
              </Trans>
            )
          }
          action={
            <Link
              to="/schedule"
              search={{
                view: 'week',
                date: effectiveFrom,
                ...(flow.family === 'parent' && { filter: { child: studentUuid } }),
              }}
              className={buttonClasses({ variant: 'primary' })}
            >
              {isWithdrawn ? <Trans>Посмотреть расписание</Trans> : <Trans>Посмотреть новую неделю</Trans>}
            </Link>
          }
        >
          {!isWithdrawn && <Trans>До этого дня занятия идут в группе «{from.title}».</Trans>}
        </EmptyState>
      </Card>
      {state === 'coming' && <UnderWay move={move} flow={flow} />}
      <p className="flex flex-wrap gap-x-lg gap-y-xs">
        <ScreenLink to="/contracts-and-payments/$id" params={{ id: contractUuid }}>
          <Trans>Открыть договор</Trans>
        </ScreenLink>
        <ScreenLink to="/change-schedule">
          <Trans>Сменить ещё одну группу</Trans>
        </ScreenLink>
      </p>
    </StepFrame>
  )
}
