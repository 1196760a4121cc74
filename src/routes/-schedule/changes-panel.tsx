import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { newsQuery, scheduleChangesQuery } from '#src/api/news.ts'
import { problemWords } from '#src/i18n/problem-words.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { type Changes, newsOf } from '#src/school/changes.ts'
import type { ChildTags } from '#src/school/children.ts'
import { Button } from '#src/ui/button.tsx'
import { ByWidth } from '#src/ui/by-width.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { ChangeList } from './change-list.tsx'

/** What was moved or cancelled since the person last looked, until they say that they have seen it. */
export function ChangesPanel({ changes, tags }: { changes: Changes; tags: ChildTags }) {
  const { t, i18n } = useLingui()
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
  const title = <Trans>Что изменилось</Trans>
  const list = <ChangeList fresh={fresh} tags={tags} />
  return (
    <section
      aria-label={t`Что изменилось`}
      className="relative mb-base rounded-lg border border-line-soft bg-surface print:hidden"
    >
      <ByWidth
        from="md"
        // A phone has today's list first: the changes are a tap away.
        narrow={
          <details className="group px-base">
            <summary className="flex min-h-[56px] items-center gap-xs pr-[104px] text-sm font-strong">
              <span className="group-open:rotate-180">
                <Icon name="arrow-down" size={16} />
              </span>
              {title}
              <span className="rounded-full bg-grey-4 px-xs text-sm tabular-nums">{fresh.length}</span>
            </summary>
            {list}
          </details>
        }
        wide={
          <div className="px-base pt-sm">
            <h3 className="flex h-control-sm items-center text-base">{title}</h3>
            {list}
          </div>
        }
      />
      <div className="absolute top-sm right-base">
        <Button
          size="small"
          busy={seen.isPending}
          disabled={isLoggedAs}
          onClick={() => seen.mutate({ body: { section: 'schedule', at } })}
        >
          <Trans>Понятно</Trans>
        </Button>
      </div>
      {isLoggedAs && (
        <p className="px-base pb-sm text-sm text-ink-muted">{i18n._(problemWords['impersonation-forbids'])}</p>
      )}
      {seen.error && (
        <p role="alert" className="px-base pb-sm text-sm text-ink-error">
          <FailureWords error={seen.error} />
        </p>
      )}
    </section>
  )
}
