import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { contractsQuery } from '#src/api/contracts.ts'
import { eventsQuery } from '#src/api/events.ts'
import { duePayments } from '#src/domain/billing/payments.ts'
import type { Calendar, ChildTones } from '#src/domain/calendar.ts'
import { eventItems, paymentItems } from '#src/domain/calendar-layers.ts'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useIsClosed } from '#src/routes/-query/use-is-closed.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'

type CalendarLayersProps = {
  tags: ChildTags
  /** Null for colours by kind. */
  childTones: ChildTones | null
  today: string
  /** Renders the schedule with the loaded layers. */
  children: (layers: readonly Calendar[]) => ReactNode
}

/** Loads the calendar layers selected in the URL (payments, events). */
export function CalendarLayers({ tags, childTones, today, children }: CalendarLayersProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { layer = [], child } = useScreenSearch('schedule').search.filter ?? {}
  const isClosed = useIsClosed()
  const isPaying = layer.includes('payments') && !isClosed('contracts-and-payments')
  const isGoing = layer.includes('events')
  const contracts = useQuery({ ...contractsQuery(), enabled: isPaying })
  const events = useQuery({ ...eventsQuery(), enabled: isGoing })
  const layers = useMemo(() => {
    const own = contracts.data?.filter(({ student }) => child === undefined || student.uuid === child) ?? []
    const labels = { due: t`платёж`, overdue: t`платёж просрочен`, charged: t`спишется с карты` }
    return [
      ...(isPaying ? [paymentItems(duePayments(own, today), { tags, childTones, locale: i18n.locale, labels })] : []),
      ...(isGoing && events.data
        ? [eventItems(events.data, { dates, isByChild: childTones !== null, kindLabel: t`мероприятие` })]
        : []),
    ]
  }, [isPaying, isGoing, contracts.data, events.data, child, today, tags, childTones, dates, t, i18n.locale])
  const lost = [contracts, events].filter(({ data, isError }) => data === undefined && isError)
  const retry = () => {
    for (const { refetch } of lost) void refetch()
  }
  return (
    <>
      {lost.length > 0 && (
        <div className="mb-base">
          <Notice
            tone="error"
            title={t`Платежи и мероприятия показаны не все`}
            action={
              <Button size="small" onClick={retry}>
                <Trans>Попробовать снова</Trans>
              </Button>
            }
          />
        </div>
      )}
      {children(layers)}
    </>
  )
}
