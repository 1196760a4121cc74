import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractHistory } from '#contract/enrolment/contracts.ts'
import type { ContractStatus } from '#contract/enumerations.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { contractHistoryQuery } from '#src/api/contracts.ts'
import { contractStatusAppearance } from '#src/domain/contract-status.ts'
import { type Labels, lookUp } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type Event = ContractHistory['events'][number]

const statusEventLabels: Labels<ContractStatus> = {
  Open: msg`Снова оформляется`,
  Concluded: msg`Заключён`,
  Frozen: msg`Приостановлен`,
  OnTermination: msg`Начато расторжение`,
  Termination: msg`Расторгнут`,
  NotPaid: msg`Не оплачен в срок`,
}

/** Events of the contract, oldest first. */
export function ContractTimeline({ contractId }: { contractId: string }) {
  const { t } = useLingui()
  return (
    <Card title={t`История договора`}>
      <QueryBoundary query={optionalHistoryQuery(contractId)} skeleton={<SkeletonLine width="full" height="control" />}>
        {({ events }) => (
          <List>
            {events.map((event) => (
              // Several events may have the same time.
              <EventRow key={JSON.stringify(event)} event={event} />
            ))}
          </List>
        )}
      </QueryBoundary>
    </Card>
  )
}

function EventRow({ event }: { event: Event }) {
  const dates = useDates()
  return (
    <ListItem
      start={<Icon name={iconOf(event)} />}
      title={<EventText event={event} />}
      note={<time dateTime={event.at}>{dates.dayWithYear(dates.dayOf(event.at))}</time>}
    />
  )
}

function iconOf(event: Event): IconName {
  if (event.kind === 'made') return 'contract-neutral'
  return event.kind === 'group' ? 'switch' : contractStatusAppearance(event.status).icon
}

function EventText({ event }: { event: Event }) {
  const { i18n } = useLingui()
  const dates = useDates()
  switch (event.kind) {
    case 'made':
      return <Trans>Составлен</Trans>
    case 'group':
      return (
        <Trans>
          Группа «{event.from}» сменена на «{event.to}», с {dates.day(event.effectiveFrom)}
        </Trans>
      )
    case 'status':
      return i18n._(lookUp(statusEventLabels, event.status, msg`Статус изменился`))
  }
}

/** The page works without the history: each part shows its error itself. */
export function optionalHistoryQuery(contractId: string) {
  return optionalQuery(contractHistoryQuery(contractId))
}
