import { useLingui } from '@lingui/react/macro'
import { useRouteContext, useRouterState } from '@tanstack/react-router'
import { formatQueryString } from '#src/api/query-string.ts'
import { titledScreenOf } from '#src/app/route-guard.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import type { Fact } from '#src/machines/ticket.ts'
import type { RecentRequest } from '#src/storage/recent-requests.ts'

/** Returns a function that collects diagnostics: screen, states of machines, latest response and failed requests. */
export function useDiagnostics(): (ownState: unknown) => Fact[] {
  const { t } = useLingui()
  const title = useScreenTitle()
  const dates = useDates()
  const screen = useRouterState({ select: ({ matches }) => titledScreenOf(matches) })
  const { pathname, search, state } = useRouterState({ select: ({ location }) => location })
  const { session, recentRequests, diagnosedActors } = useRouteContext({ from: '__root__' })
  const formatEntry = (at: number, ...rest: string[]) => [dates.time(new Date(at).toISOString()), ...rest].join(', ')
  return (ownState) => [
    {
      term: t`Экран`,
      value:
        state.failedPage ??
        [screen && title(screen), pathname + formatQueryString({ ...search, tickets: undefined })]
          .filter(Boolean)
          .join(', '),
    },
    {
      term: t`Состояние`,
      value: [
        `session: ${statePath(session.getSnapshot().value)}`,
        ...Array.from(diagnosedActors, (actor) => {
          const { machine, value } = actor.getSnapshot()
          return `${machine.id}: ${statePath(value)}`
        }),
        `ticket: ${statePath(ownState)}`,
      ].join('; '),
    },
    ...latestAnswer(recentRequests.noted, screen === 'schedule').map(({ call, requestId, at }) => ({
      term: t`Последний ответ`,
      value: formatEntry(at, call, requestId),
    })),
    ...latestFailures(recentRequests.noted).map(({ call, type = '', requestId, at }) => ({
      term: t`Запрос с ошибкой`,
      value: formatEntry(at, call, type, requestId),
    })),
  ]
}

/** The latest response; on the schedule that of its entries, if there is one. */
function latestAnswer(noted: readonly RecentRequest[], isSchedule: boolean): RecentRequest[] {
  const good = noted.filter(({ type }) => type === undefined)
  const ofSchedule = isSchedule ? good.find(({ call }) => call.endsWith('/schedule/list')) : undefined
  return [ofSchedule ?? good[0] ?? []].flat()
}

function latestFailures(noted: readonly RecentRequest[]): RecentRequest[] {
  return noted.filter(({ type }) => type !== undefined).slice(0, 3)
}

/** Path of a state value: `signedIn.present`. */
function statePath(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, within]) => `${name}.${statePath(within)}`)
    .join(', ')
}
