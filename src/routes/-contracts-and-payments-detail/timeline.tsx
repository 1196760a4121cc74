import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractHistory } from '#contract/contracts.ts'
import type { ContractStatus } from '#contract/enumerations.ts'
import { known, type Words } from '#src/i18n/enumeration-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { contractStatusLook } from '#src/school/contract-status.ts'
import { Card } from '#src/ui/card.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Row, Rows } from '#src/ui/rows.tsx'
import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { ownHistory } from './own-history.ts'

type Event = ContractHistory['events'][number]

const stateWords: Words<ContractStatus> = {
  Open: msg`Снова оформляется`,
  Concluded: msg`Заключён`,
  Frozen: msg`Приостановлен`,
  OnTermination: msg`Начато расторжение`,
  Termination: msg`Расторгнут`,
  NotPaid: msg`Не оплачен в срок`,
}

/** What became of the contract since it was made, the earliest first. */
export function Timeline({ contractId }: { contractId: string }) {
  const { t } = useLingui()
  return (
    <Card title={t`Что было с договором`}>
      <Loaded query={ownHistory(contractId)} skeleton={<SkeletonLine width="full" height="control" />}>
        {({ events }) => (
          <Rows>
            {events.map((event) => (
              // Several may have come at one instant.
              <EventRow key={JSON.stringify(event)} event={event} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Card>
  )
}

function EventRow({ event }: { event: Event }) {
  const dates = useDates()
  return (
    <Row
      start={<Icon name={iconOf(event)} />}
      title={<EventWords event={event} />}
      note={<time dateTime={event.at}>{dates.dayWithYear(dates.dayOf(event.at))}</time>}
    />
  )
}

function iconOf(event: Event): IconName {
  if (event.kind === 'made') return 'plus'
  return event.kind === 'group' ? 'switch' : contractStatusLook(event.status).icon
}

function EventWords({ event }: { event: Event }) {
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
      return i18n._(known(stateWords, event.status, msg`Состояние изменилось`))
  }
}
