import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GroupTransfer } from '#contract/schedule.ts'
import { screens, servesRoleGroup } from '#contract/screens.ts'
import { callFamilyOf, groupsQuery, groupTransfersQuery } from '#src/api/schedule.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { transferObstacleLabels } from '#src/i18n/transfer-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { Card } from '#src/ui/layout/card.tsx'

/** Transfers of the contract, and the link to another transfer or the reason why none is possible. */
export function GroupChanges({ contract }: { contract: string }) {
  const { t, i18n } = useLingui()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  // Optional: the card is absent when the call fails (D-39).
  const inBackground = {
    enabled: servesRoleGroup(screens['schedule-change'], group),
    meta: { optional: true },
  } as const
  const { data: groups = [] } = useQuery({ ...groupsQuery(callFamilyOf(group)), ...inBackground })
  const { data: moves = [] } = useQuery({ ...groupTransfersQuery(), ...inBackground })
  const present = groups.find(({ contractUuid }) => contractUuid === contract)
  const own = moves.filter(({ contractUuid }) => contractUuid === contract)
  const isUnderWay = own.some(({ state }) => state === 'coming')
  if (present === undefined && own.length === 0) return null
  return (
    <Card title={t`Смена группы`}>
      <div className="flex flex-col items-start gap-base">
        {own.length > 0 && (
          <div className="w-full">
            <List>
              {own.map((move) => (
                <TransferRow key={move.uuid} move={move} />
              ))}
            </List>
          </div>
        )}
        {present?.reason && <p className="text-ink-muted">{i18n._(labelOf(transferObstacleLabels, present.reason))}</p>}
        {(present?.canChange || isUnderWay) && (
          <Link
            to="/change-schedule"
            search={isUnderWay ? {} : { contract }}
            className={buttonClassNames({ variant: 'secondary' })}
          >
            {isUnderWay ? <Trans>Посмотреть или отозвать</Trans> : <Trans>Сменить группу</Trans>}
          </Link>
        )}
      </div>
    </Card>
  )
}

function TransferRow({ move: { from, to, requestedAt, effectiveFrom, state, withdrawnAt } }: { move: GroupTransfer }) {
  const dates = useDates()
  const asked = dates.dayWithYear(dates.dayOf(requestedAt))
  const [day, withdrawn] = [dates.day(effectiveFrom), withdrawnAt && dates.day(dates.dayOf(withdrawnAt))]
  return (
    <ListItem
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
