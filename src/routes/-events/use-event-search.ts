import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type EventFilter, type EventSearch, filterOf, searchOf } from './search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The details of an event were opened from the list, which is one step back. */
    fromEventList?: true
  }
}

const route = getRouteApi('/events')

/** What the address holds, and the ways to change it. Opening an event is a step in the history; filtering is none. */
export function useEventSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const replace = (next: EventSearch) =>
    void navigate({ to: '/events', search: next, replace: true, resetScroll: false })
  const { event, ...list } = search
  return {
    isPast: search.when === 'past',
    filter: filterOf(search),
    opened: event ?? null,
    showTime: (when: 'upcoming' | 'past') => {
      const { when: _, ...rest } = list
      replace(when === 'past' ? { ...rest, when } : rest)
    },
    showOnly: (filter: EventFilter) => {
      const { filter: _, ...rest } = list
      replace({ ...rest, ...searchOf(filter) })
    },
    close: () => (history.location.state.fromEventList ? history.back() : replace(list)),
  }
}
