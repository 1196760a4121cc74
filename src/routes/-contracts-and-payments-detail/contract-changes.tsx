import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { GroupTransfer, StudyGroup } from '#contract/learning/schedule.ts'
import { screens } from '#contract/screens.ts'
import { groupsQuery, groupTransfersQuery, viewerRoleGroupOf } from '#src/api/schedule.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { transferObstacleLabels } from '#src/i18n/transfer-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { useQueryIfOpen } from '#src/routes/-query/use-is-closed.ts'
import { useServesRoleGroup, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { optionalHistoryQuery } from './contract-timeline.tsx'
import { OpenedTermination, TerminationButton } from './termination.tsx'

/** What can be changed in a contract, one row each: the group, with its former transfers, and the early end. */
export function ContractChanges({ contract }: { contract: Contract }) {
  const { t, i18n } = useLingui()
  const { present, transfers } = useGroupChanges(contract)
  const { data } = useQuery(optionalHistoryQuery(contract.uuid))
  const canTerminate = data?.canTerminate === true
  const isUnderWay = transfers.some(({ state }) => state === 'coming')
  const former = transfers.length > 0 && (
    <List>
      {transfers.map((transfer) => (
        <TransferRow key={transfer.uuid} transfer={transfer} />
      ))}
    </List>
  )
  return (
    <>
      {present || isUnderWay || canTerminate ? (
        <Card title={t`Изменить договор`}>
          <div className="divide-y divide-line-soft">
            {(present || former) && (
              <ChangeRow
                title={<Trans>Смена группы</Trans>}
                action={
                  (present?.canChange || isUnderWay) && (
                    <ButtonLink to="/change-schedule" search={isUnderWay ? {} : { contract: contract.uuid }}>
                      {isUnderWay ? <Trans>Посмотреть или отозвать</Trans> : <Trans>Сменить группу</Trans>}
                    </ButtonLink>
                  )
                }
              >
                {former}
                {present?.reason && (
                  <p className="text-sm text-ink-muted">{i18n._(labelOf(transferObstacleLabels, present.reason))}</p>
                )}
              </ChangeRow>
            )}
            {canTerminate && (
              <ChangeRow title={<Trans>Расторжение</Trans>} action={<TerminationButton />}>
                <p className="text-sm text-ink-muted">
                  <Trans>
                    Договор можно расторгнуть раньше срока. До согласия покажем, сколько занятий прошло, сколько
                    вернётся и куда.
                  </Trans>
                </p>
                <AccountOwnerOnly />
              </ChangeRow>
            )}
          </div>
        </Card>
      ) : (
        former && <Card title={t`Смена группы`}>{former}</Card>
      )}
      <OpenedTermination contract={contract} canTerminate={canTerminate} />
    </>
  )
}

type ChangeRowProps = { title: ReactNode; action: ReactNode; children: ReactNode }

function ChangeRow({ title, action, children }: ChangeRowProps) {
  return (
    <section className="flex flex-col items-start gap-sm py-base first:pt-0 last:pb-0 md:flex-row md:justify-between md:gap-lg">
      <div className="min-w-0 flex-1">
        <h3 className="font-medium">{title}</h3>
        <div className="mt-half empty:hidden">{children}</div>
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </section>
  )
}

/** The group that a transfer would leave, of a contract that does not end, and its transfers. Absent when the calls fail. */
function useGroupChanges({ uuid, termination }: Contract): {
  present: StudyGroup | undefined
  transfers: GroupTransfer[]
} {
  const group = useSessionSelector(({ context }) => context.roleGroup)
  const isServed = useServesRoleGroup(screens['schedule-change'])
  const { data: groups = [] } = useQueryIfOpen('schedule-change', groupsQuery(viewerRoleGroupOf(group)), isServed)
  const { data: transfers = [] } = useQueryIfOpen('schedule', groupTransfersQuery(), isServed)
  return {
    present: termination ? undefined : groups.find(({ contractUuid }) => contractUuid === uuid),
    transfers: transfers.filter(({ contractUuid }) => contractUuid === uuid),
  }
}

function TransferRow({
  transfer: { from, to, requestedAt, effectiveFrom, state, withdrawnAt },
}: {
  transfer: GroupTransfer
}) {
  const dates = useDates()
  const requestedOn = dates.dayWithYear(dates.dayOf(requestedAt))
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
          <Trans>Запрошено {requestedOn}</Trans>
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
