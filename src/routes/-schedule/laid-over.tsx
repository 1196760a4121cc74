import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { contractsQuery } from '#src/api/contracts.ts'
import { eventsQuery } from '#src/api/events.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import type { Calendar } from '#src/school/calendar.ts'
import type { ChildTags } from '#src/school/children.ts'
import { eventItems, paymentItems } from '#src/school/layers.ts'
import { duePayments } from '#src/school/payments.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'

export type LaidOverProps = {
  tags: ChildTags
  today: string
  /** The schedule with what is laid over it. */
  children: (layers: readonly Calendar[]) => ReactNode
}

/** What the address lays over the schedule, as far as it has come; asked for only then. */
export function LaidOver({ tags, today, children }: LaidOverProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { layer = [], child } = useAddress('schedule').search.filter ?? {}
  const [isPaying, isGoing] = [layer.includes('payments'), layer.includes('events')]
  const contracts = useQuery({ ...contractsQuery(), enabled: isPaying })
  const events = useQuery({ ...eventsQuery(), enabled: isGoing })
  const layers = useMemo(() => {
    const own = contracts.data?.filter(({ student }) => child === undefined || student.uuid === child) ?? []
    const words = { due: t`платёж`, overdue: t`платёж просрочен` }
    return [
      ...(isPaying ? [paymentItems(duePayments(own, today), { tags, locale: i18n.locale, words })] : []),
      ...(isGoing && events.data ? [eventItems(events.data, dates, t`мероприятие`)] : []),
    ]
  }, [isPaying, isGoing, contracts.data, events.data, child, today, tags, dates, t, i18n.locale])
  const lost = [contracts, events].filter(({ data, isError }) => data === undefined && isError)
  const retry = () => {
    for (const { refetch } of lost) void refetch()
  }
  return (
    <>
      {lost.length > 0 && (
        <div className="mb-base">
          <Notice
            tone="warning"
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
