import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TicketState } from '#contract/enumerations.ts'
import type { Ticket } from '#contract/schedule.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Look } from '#src/ui/tone.ts'
import { RichText } from './rich-text.tsx'

/** One letter: its number and state at a glance, the letter and the answer when it is opened. */
export function TicketCard({ ticket }: { ticket: Ticket }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { number, state, contentHtml, createdAt, answerHtml, answeredAt } = ticket
  const { tone, icon, words } = known<StateLook>(stateLooks, state, unknownState)
  return (
    <details className="group rounded-lg border border-line-soft bg-surface">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-sm gap-y-xxs rounded-lg p-base hover:bg-surface-hover [&::-webkit-details-marker]:hidden">
        <span className="font-strong">{number}</span>
        <time dateTime={createdAt} className="text-sm text-ink-muted">
          {dates.dateTime(createdAt)}
        </time>
        <span className="ml-auto flex items-center gap-xs">
          <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
            {i18n._(words)}
          </Badge>
          <span className="inline-flex text-ink-muted transition-transform group-open:rotate-180">
            <Icon name="arrow-down" size={16} />
          </span>
        </span>
        <span className="basis-full truncate text-ink-muted group-open:hidden">{wordsIn(contentHtml)}</span>
      </summary>
      <div className="flex flex-col gap-base px-base pb-base">
        <RichText html={contentHtml} />
        {answerHtml !== null && (
          <div className="rounded border-l-2 border-mark-success bg-surface-success p-base">
            <p className="mb-xs text-sm text-ink-success">
              <Trans>Ответ школы</Trans>
              {answeredAt && <time dateTime={answeredAt}>, {dates.dateTime(answeredAt)}</time>}
            </p>
            <RichText html={answerHtml} />
          </div>
        )}
      </div>
    </details>
  )
}

type StateLook = Look & { words: MessageDescriptor }

const stateLooks: Record<TicketState, StateLook> = {
  received: { tone: 'info', icon: 'email', words: msg`Получено` },
  inProgress: { tone: 'warning', icon: 'conversations', words: msg`В работе` },
  answered: { tone: 'success', icon: 'check', words: msg`Есть ответ` },
  closed: { tone: 'neutral', icon: 'check', words: msg`Закрыто` },
}

const unknownState: StateLook = { tone: 'neutral', icon: 'info', words: msg`неизвестно` }

/** The beginning of a letter as plain words; the two entities are those that a letter can hold besides signs of markup. */
function wordsIn(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
