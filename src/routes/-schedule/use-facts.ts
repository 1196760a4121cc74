import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { formatQueryString } from '#src/api/query-string.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import type { Fact } from '#src/machines/ticket.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'

/** Gathers, when it is asked to, what helps to find out what a person saw: the screen, where the app stood, what failed. */
export function useFacts(): (ownState: unknown) => Fact[] {
  const { t } = useLingui()
  const title = useTitle()
  const dates = useDates()
  const { search } = useAddress('schedule')
  const { session, lastFailures } = useRouteContext({ from: '__root__' })
  return (ownState) => [
    { term: t`Экран`, value: `${title('schedule')}, /schedule${formatQueryString({ ...search, dialog: undefined })}` },
    {
      term: t`Состояние`,
      value: [`session: ${pathOf(session.getSnapshot().value)}`, `ticket: ${pathOf(ownState)}`].join('; '),
    },
    ...lastFailures.noted().map(({ call, type, requestId, at }) => ({
      term: t`Запрос с ошибкой`,
      value: `${dates.time(new Date(at).toISOString())}, ${call}, ${type}, ${requestId}`,
    })),
  ]
}

/** Where a machine stands, as its states are named: `signedIn.present`. */
function pathOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, within]) => `${name}.${pathOf(within)}`)
    .join(', ')
}
