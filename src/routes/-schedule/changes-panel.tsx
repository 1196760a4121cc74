import { Trans, useLingui } from '@lingui/react/macro'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { OnlyThemselves, OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { useSeen } from '#src/routes/-frame/use-seen.ts'
import { type Changes, newsOf } from '#src/school/changes.ts'
import type { ChildTags } from '#src/school/children.ts'
import { ByWidth } from '#src/ui/by-width.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { ChangeList } from './change-list.tsx'

/** What was moved or cancelled since the person last looked, until they say that they have seen it. */
export function ChangesPanel({ changes, tags }: { changes: Changes; tags: ChildTags }) {
  const { t } = useLingui()
  const { tell, isPending, error } = useSeen('schedule')
  const news = newsOf(changes)
  if (news === null) return null
  const { fresh, at } = news
  const title = <Trans>Что изменилось</Trans>
  const list = <ChangeList fresh={fresh} tags={tags} />
  const seen = (
    <OwnButton size="small" busy={isPending} onClick={() => tell(at)}>
      <Trans>Просмотрено</Trans>
    </OwnButton>
  )
  return (
    <section
      aria-label={t`Что изменилось`}
      className="mb-base rounded-lg border border-line-soft bg-surface print:hidden"
    >
      <ByWidth
        from="md"
        // A phone has today's list first: the changes, and the word that they were seen, are a tap away.
        narrow={
          <details className="group px-base">
            <summary className="flex min-h-[56px] items-center gap-xs text-sm font-strong">
              <span className="group-open:rotate-180">
                <Icon name="arrow-down" size={16} />
              </span>
              {title}
              <span className="rounded-full bg-grey-4 px-xs text-sm tabular-nums">{fresh.length}</span>
            </summary>
            {list}
            <div className="pb-base">{seen}</div>
          </details>
        }
        wide={
          <div className="px-base pt-sm">
            <header className="flex items-center justify-between gap-base">
              <h3 className="text-base">{title}</h3>
              {seen}
            </header>
            {list}
          </div>
        }
      />
      <div className="px-base pb-sm empty:hidden">
        <OnlyThemselves />
      </div>
      {error && (
        <p role="alert" className="px-base pb-sm text-sm text-ink-error">
          <FailureWords error={error} />
        </p>
      )}
    </section>
  )
}
