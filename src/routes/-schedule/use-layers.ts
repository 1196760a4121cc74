import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { contractsQuery } from '#src/api/contracts.ts'
import { eventsQuery } from '#src/api/events.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import type { Calendar } from '#src/school/calendar.ts'
import type { ChildTags } from '#src/school/children.ts'
import { eventItems, paymentItems } from '#src/school/layers.ts'
import { duePayments } from '#src/school/payments.ts'

export type Layers = readonly Calendar[]

/** What the address lays over the schedule, as far as it has come; asked for only then. `retry` where some of it failed. */
export function useLayers(tags: ChildTags, today: string): { layers: Layers; retry: (() => void) | null } {
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
  return { layers, retry: (isPaying || isGoing) && lost.length > 0 ? retry : null }
}
