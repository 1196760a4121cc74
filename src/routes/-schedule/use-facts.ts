import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { formatQueryString } from '#src/api/query-string.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import type { NotedCall } from '#src/last-calls.ts'
import type { Fact } from '#src/machines/ticket.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'

/** Gathers, when it is asked to, what helps to find out what a person saw: the screen, where the app stood, what was answered and what failed. */
export function useFacts(): (ownState: unknown) => Fact[] {
  const { t } = useLingui()
  const title = useTitle()
  const dates = useDates()
  const { search } = useAddress('schedule')
  const { session, lastCalls } = useRouteContext({ from: '__root__' })
  const told = (at: number, ...rest: string[]) => [dates.time(new Date(at).toISOString()), ...rest].join(', ')
  return (ownState) => [
    { term: t`Экран`, value: `${title('schedule')}, /schedule${formatQueryString({ ...search, dialog: undefined })}` },
    {
      term: t`Состояние`,
      value: [`session: ${pathOf(session.getSnapshot().value)}`, `ticket: ${pathOf(ownState)}`].join('; '),
    },
    ...answerOf(lastCalls.noted).map(({ call, requestId, at }) => ({
      term: t`Последний ответ`,
      value: told(at, call, requestId),
    })),
    ...failuresOf(lastCalls.noted).map(({ call, type = '', requestId, at }) => ({
      term: t`Запрос с ошибкой`,
      value: told(at, call, type, requestId),
    })),
  ]
}

/** The answer that the calendar is drawn from; the latest of any where the page brought the calendar along. */
function answerOf(noted: readonly NotedCall[]): NotedCall[] {
  const good = noted.filter(({ type }) => type === undefined)
  return [good.find(({ call }) => call.endsWith('/schedule/list')) ?? good[0] ?? []].flat()
}

function failuresOf(noted: readonly NotedCall[]): NotedCall[] {
  return noted.filter(({ type }) => type !== undefined).slice(0, 3)
}

/** Where a machine stands, as its states are named: `signedIn.present`. */
function pathOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, within]) => `${name}.${pathOf(within)}`)
    .join(', ')
}
