import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ResponseTime } from '#contract/people/tickets.ts'
import { responseTimesQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatPercent, formatScore } from '#src/i18n/numbers.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'

/** How fast tickets were answered, by topic, in one line; nothing while it is unknown. */
export function ResponseTimes() {
  const { data: times = [] } = useQuery(optionalQuery(responseTimesQuery()))
  const known = times.filter(({ tickets }) => tickets > 0)
  return (
    <div className="flex min-h-[24px] flex-wrap gap-x-base max-md:hidden text-sm text-ink-muted tabular-nums">
      {known.length > 0 && (
        <p id="response-times" className="whitespace-nowrap">
          <Trans>Обычное время ответа за 90 дней:</Trans>
        </p>
      )}
      {known.length > 0 && (
        <ul aria-labelledby="response-times" className="flex flex-wrap gap-x-base">
          {known.map((time) => (
            <li key={time.topic}>
              <TopicTime time={time} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function TopicTime({ time: { topic, median, norm, withinNorm } }: { time: ResponseTime }) {
  const { t, i18n } = useLingui()
  const hours =
    median === null ? t`ответов нет` : t`${formatScore(median < 10 ? median : Math.round(median), i18n.locale)}\u00a0ч`
  const share = withinNorm !== null && formatPercent(withinNorm, i18n.locale)
  return (
    <>
      {i18n._(labelOf(ticketTopicLabels, topic))} <strong className="font-strong text-ink">{hours}</strong>
      {share !== false && (
        <Trans>
          , в срок ({norm}&nbsp;ч) — {share}
        </Trans>
      )}
    </>
  )
}
