import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { newsQuery, scheduleChangesQuery } from '#src/api/schedule.ts'
import { lessonStateWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import { problemWords } from '#src/i18n/problem-words.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { type Change, type Changes, newsOf } from '#src/school/changes.ts'
import type { ChildTags } from '#src/school/children.ts'
import { Button } from '#src/ui/button.tsx'

const mostShown = 5

/** What was moved or cancelled since the person last looked, until they say that they have seen it. */
export function ChangesPanel({ changes, tags }: { changes: Changes; tags: ChildTags }) {
  const { i18n } = useLingui()
  const queryClient = useQueryClient()
  const isLoggedAs = useSessionSelector(({ context }) => context.isLoggedAsAdmin)
  const seen = useMutation({
    ...callMutation('POST /v1/learning/news/seen', { returnsFailure: true }),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: newsQuery().queryKey })
      await queryClient.invalidateQueries({ queryKey: scheduleChangesQuery().queryKey })
    },
  })
  const news = newsOf(changes)
  if (news === null) return null
  const { fresh, at } = news
  const hidden = fresh.length - mostShown
  return (
    <section
      aria-labelledby="schedule-changes"
      className="mb-base rounded-lg border border-line-soft bg-surface p-base print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-xs">
        <h3 id="schedule-changes" className="text-base">
          <Trans>Что изменилось</Trans>
        </h3>
        <Button
          size="small"
          busy={seen.isPending}
          disabled={isLoggedAs}
          onClick={() => seen.mutate({ body: { section: 'schedule', at } })}
        >
          <Trans>Понятно</Trans>
        </Button>
      </div>
      <ul className="mt-xs">
        {fresh.slice(0, mostShown).map((change) => (
          <li key={change.itemUuid}>
            <ChangeRow change={change} tags={tags} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-xxs text-sm text-ink-muted">
          <Plural
            value={hidden}
            one="И ещё # изменение"
            few="И ещё # изменения"
            many="И ещё # изменений"
            other="И ещё # изменения"
          />
        </p>
      )}
      {isLoggedAs && <p className="mt-xs text-sm text-ink-muted">{i18n._(problemWords['impersonation-forbids'])}</p>}
      {seen.error && (
        <p role="alert" className="mt-xs text-sm text-ink-error">
          <FailureWords error={seen.error} />
        </p>
      )}
    </section>
  )
}

function ChangeRow({ change, tags }: { change: Change; tags: ChildTags }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { open } = useAddress('schedule')
  const { itemUuid, was, startsAt, state, students } = change
  const names = students.flatMap((uuid) => tags.get(uuid)?.name ?? [])
  const isCancelled = state === 'cancelled'
  return (
    <button
      type="button"
      onClick={() => open({ date: dates.dayOf(startsAt), item: itemUuid })}
      className="-mx-xs flex w-[calc(100%+16px)] flex-wrap items-baseline gap-x-xs rounded px-xs py-xxs text-left text-sm transition-colors hover:bg-surface-hover"
    >
      <span className="font-medium">{change.subject ?? change.title}</span>
      {names.length > 0 && <span className="text-ink-muted">{names.join(', ') + separator.trimEnd()}</span>}
      <span className={isCancelled ? 'text-ink-error' : 'text-ink-warning'}>
        {i18n._(wordsFor(lessonStateWords, state))}
      </span>
      {was && <s className="text-ink-muted tabular-nums">{dates.dateTime(was.startsAt)}</s>}
      {isCancelled ? (
        <s className="tabular-nums">{dates.dateTime(startsAt)}</s>
      ) : (
        <span className="font-medium tabular-nums">{dates.dateTime(startsAt)}</span>
      )}
    </button>
  )
}
