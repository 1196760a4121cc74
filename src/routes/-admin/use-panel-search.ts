import { getRouteApi, useRouter } from '@tanstack/react-router'
import { filterPart, type PanelFilter, type PanelSearch } from './search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A user's card was opened from the panel, which is one step back. */
    fromPanel?: true
  }
}

const route = getRouteApi('/adm-panel/')

/** What the address holds, and the ways to change it. Opening a card is a step in the history; searching is none. */
export function usePanelSearch() {
  const shown = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const replace = (search: PanelSearch) =>
    void navigate({ to: '/adm-panel/', search, replace: true, resetScroll: false })
  const { user: _user, dialog: _dialog, ...list } = shown
  const { dialog: _open, ...card } = shown
  return {
    shown,
    searchFor: (search: string) => {
      const { search: _, ...rest } = shown
      replace(search === '' ? rest : { ...rest, search })
    },
    narrow: (filter: PanelFilter) => {
      const { filter: _, ...rest } = shown
      replace({ ...rest, ...filterPart({ ...shown.filter, ...filter }) })
    },
    showAll: () => replace(shown.tab === undefined ? {} : { tab: shown.tab }),
    showTab: (tab: 'users' | 'audit') => replace(tab === 'audit' ? { tab } : {}),
    closeCard: () => (history.location.state.fromPanel ? history.back() : replace(list)),
    askReason: () => replace({ ...card, dialog: 'login' }),
    closeReason: () => replace(card),
  }
}
