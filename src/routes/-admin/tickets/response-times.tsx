import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ResponseTime } from '#contract/people/tickets.ts'
import { responseTimesQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatPercent, formatScore } from '#src/i18n/numbers.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'

/** How fast tickets were answered, by topic, folded; nothing while it is unknown. */
export function ResponseTimes() {
  const { t } = useLingui()
  const { data: times = [] } = useQuery(optionalQuery(responseTimesQuery()))
  const known = times.filter(({ tickets, late }) => tickets > 0 || late > 0)
  if (known.length === 0) return null
  return (
    <Disclosure summary={<Trans>Сроки ответов за 90 дней</Trans>}>
      <ul
        aria-label={t`Сроки ответов за 90 дней`}
        className="flex flex-col gap-xxs text-sm text-ink-muted tabular-nums"
      >
        {known.map((time) => (
          <li key={time.topic}>
            <TopicTime time={time} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function TopicTime({ time: { topic, median, norm, withinNorm, late } }: { time: ResponseTime }) {
  const { t, i18n } = useLingui()
  const hours =
    median === null ? t`ответов нет` : t`${formatScore(median < 10 ? median : Math.round(median), i18n.locale)}\u00a0ч`
  const share = withinNorm !== null && formatPercent(withinNorm, i18n.locale)
  return (
    <>
      {i18n._(labelOf(ticketTopicLabels, topic))}: <strong className="font-strong text-ink">{hours}</strong>
      {share !== false && (
        <Trans>
          {' '}
          — половина ответов не дольше; за {norm}&nbsp;ч, как обещано, отвечено на {share}
        </Trans>
      )}
      {late > 0 && (
        <>
          {'; '}
          <ScreenLink to="/adm-panel" search={{ tab: 'tickets', filter: { topic, overdue: 'yes' } }}>
            <Trans>сейчас просрочено: {late}</Trans>
          </ScreenLink>
        </>
      )}
    </>
  )
}
