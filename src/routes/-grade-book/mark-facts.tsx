import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Badge } from '#src/ui/badge.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { kindTitle, stateWords } from './entry-words.ts'
import type { JournalEntry } from './journal.ts'
import { averageWords } from './numbers.ts'
import type { Settings } from './verdict.ts'

type Details = AnswerOf<Calls['GET /v1/student/grade-book/mark-details']>

type GivenProps = { entry: JournalEntry; settings: Settings | undefined; isOfHundred: boolean }

/** The mark itself, with its kind and weight; or why there is none. */
export function Given({ entry, settings, isOfHundred }: GivenProps) {
  const { i18n } = useLingui()
  const { state, mark, markType, max } = entry
  const kind = kindTitle(markType, settings)
  return (
    <div className="flex flex-wrap items-center gap-xs">
      <span className="mr-xs text-3xl font-strong tabular-nums">
        {state === 'marked' ? (mark?.value ?? '…') : <span className="text-xl">{i18n._(stateWords[state])}</span>}
        {state === 'marked' && isOfHundred && (
          <span className="text-lg font-normal text-ink-muted">
            {' '}
            <Trans>из {i18n.number(max)}</Trans>
          </span>
        )}
      </span>
      {kind && <Badge>{kind}</Badge>}
      {mark !== null && mark.weight > 1 && (
        <Badge tone="info">
          <Trans>вес {i18n.number(mark.weight)}</Trans>
        </Badge>
      )}
    </div>
  )
}

/** What it was given for, and what it was before. */
export function MarkDetails({ details, state }: { details: Details; state: JournalEntry['state'] | undefined }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { topic, task, comment, teacher, history, groupAverage } = details
  const average =
    groupAverage === null ? (
      <span className="text-ink-muted">
        <Trans>не показан: оценок меньше пяти</Trans>
      </span>
    ) : (
      averageWords(groupAverage, i18n)
    )
  return (
    <DescriptionList
      entries={[
        { key: 'topic', term: t`Тема`, value: topic },
        { key: 'task', term: t`Задание`, value: task },
        { key: 'comment', term: t`Комментарий`, value: comment },
        { key: 'teacher', term: t`Преподаватель`, value: teacher },
        { key: 'group', term: t`Средний по группе`, value: state === 'absent' ? null : average },
        {
          key: 'history',
          term: t`История`,
          value: (
            <ol className="flex flex-col gap-xxs">
              {history.map(({ value, at }, index) => (
                <li key={at}>
                  <span className="font-medium">{value}</span>{' '}
                  <span className="text-ink-muted">
                    {index === 0 ? <Trans>выставлена</Trans> : <Trans>исправлена</Trans>}{' '}
                    <time dateTime={at}>{dates.dateTime(at)}</time>
                  </span>
                </li>
              ))}
            </ol>
          ),
        },
      ]}
    />
  )
}
