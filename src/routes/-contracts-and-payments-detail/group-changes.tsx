import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GroupMove } from '#contract/schedule.ts'
import { fits, screens } from '#contract/screens.ts'
import { familyOf, groupMovesQuery, groupsQuery } from '#src/api/schedule.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { moveObstacleWords } from '#src/i18n/move-words.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { Row, Rows } from '#src/ui/rows.tsx'

/** The way to another group, or why there is none now, and the record of the moves that the contract has made. */
export function GroupChanges({ contract }: { contract: string }) {
  const { t, i18n } = useLingui()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  // The contract is whole without it: what cannot be had is not there (D-39).
  const inBackground = { enabled: fits(screens['schedule-change'], group), meta: { optional: true } } as const
  const { data: groups = [] } = useQuery({ ...groupsQuery(familyOf(group)), ...inBackground })
  const { data: moves = [] } = useQuery({ ...groupMovesQuery(), ...inBackground })
  const present = groups.find(({ contractUuid }) => contractUuid === contract)
  const own = moves.filter(({ contractUuid }) => contractUuid === contract)
  const isUnderWay = own.some(({ state }) => state === 'coming')
  if (present === undefined && own.length === 0) return null
  return (
    <Card title={t`Смена группы`}>
      <div className="flex flex-col items-start gap-base">
        {own.length > 0 && (
          <div className="w-full">
            <Rows>
              {own.map((move) => (
                <Move key={move.uuid} move={move} />
              ))}
            </Rows>
          </div>
        )}
        {present?.reason && <p className="text-ink-muted">{i18n._(wordsFor(moveObstacleWords, present.reason))}</p>}
        {(present?.canChange || isUnderWay) && (
          <Link
            to="/change-schedule"
            search={isUnderWay ? {} : { contract }}
            className={buttonClasses({ variant: 'secondary' })}
          >
            {isUnderWay ? <Trans>Посмотреть или отозвать</Trans> : <Trans>Сменить группу</Trans>}
          </Link>
        )}
      </div>
    </Card>
  )
}

function Move({ move: { from, to, requestedAt, effectiveFrom, state, withdrawnAt } }: { move: GroupMove }) {
  const dates = useDates()
  const asked = dates.dayWithYear(dates.dayOf(requestedAt))
  const [day, withdrawn] = [dates.day(effectiveFrom), withdrawnAt && dates.day(dates.dayOf(withdrawnAt))]
  return (
    <Row
      title={
        <Trans>
          Из группы «{from.title}» в группу «{to.title}»
        </Trans>
      }
      note={
        <>
          <Trans>Запрошено {asked}</Trans>
          {separator}
          {state === 'withdrawn' ? (
            <Trans>отозвано {withdrawn}</Trans>
          ) : state === 'coming' ? (
            <Trans>начнёт действовать {day}</Trans>
          ) : (
            <Trans>действует с {day}</Trans>
          )}
        </>
      }
    />
  )
}
