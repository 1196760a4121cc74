import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { UserDelivery } from '#contract/people/admin.ts'
import { userDeliveriesQuery } from '#src/api/admin.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { deliveryChannelLabels, notificationCategoryLabels } from '#src/i18n/notification-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import type { Tone } from '#src/ui/tone.ts'

const labels: Record<UserDelivery['about'], MessageDescriptor> = {
  ...notificationCategoryLabels,
  digest: msg`Сводка`,
  account: msg`Код или приглашение`,
}
const stateLabels: Record<UserDelivery['state'], MessageDescriptor> = {
  waiting: msg`Ждёт`,
  sent: msg`Отправлено`,
  failed: msg`Не отправлено`,
}
const stateTones: Record<UserDelivery['state'], Tone> = { waiting: 'neutral', sent: 'success', failed: 'error' }

const shownAtFirst = 5

/** Messages to the user within a month, with their results and without their content. */
export function UserDeliveries({ id }: { id: string }) {
  return (
    <QueryBoundary
      query={userDeliveriesQuery(id)}
      skeleton={<SkeletonLine height="control" />}
      isEmpty={(deliveries) => deliveries.length === 0}
      empty={
        <p className="text-ink-muted">
          <Trans>За последний месяц сообщений не было.</Trans>
        </p>
      }
    >
      {(deliveries) => {
        const ordered = failedFirst(deliveries)
        return (
          <>
            <Deliveries deliveries={ordered.slice(0, shownAtFirst)} />
            {ordered.length > shownAtFirst && (
              <Disclosure summary={<Trans>Ещё {ordered.length - shownAtFirst}</Trans>}>
                <Deliveries deliveries={ordered.slice(shownAtFirst)} />
              </Disclosure>
            )}
          </>
        )
      }}
    </QueryBoundary>
  )
}

/** What was not sent is what the card is opened for. */
function failedFirst(deliveries: readonly UserDelivery[]): UserDelivery[] {
  return deliveries.toSorted((one, other) => Number(other.state === 'failed') - Number(one.state === 'failed'))
}

function Deliveries({ deliveries }: { deliveries: readonly UserDelivery[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  return (
    <List>
      {deliveries.map(({ id, at, about, channel, state, failure }) => (
        <ListItem
          key={id}
          title={
            <span className="flex flex-wrap items-center justify-between gap-xs">
              {i18n._(labelOf(labels, about))}
              <Badge tone={lookUp(stateTones, state, 'neutral')}>{i18n._(labelOf(stateLabels, state))}</Badge>
            </span>
          }
          note={[i18n._(labelOf(deliveryChannelLabels, channel)), dates.dateTime(at), failure]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </List>
  )
}
