import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { type MergedScheduleChange, type ScheduleChangesByItem, unseenChanges } from '#src/domain/schedule-changes.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { lessonStateLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-shell/account/account-owner-only.tsx'
import { useMarkSeen } from '#src/routes/-shell/flow/use-mark-seen.ts'
import { ChangedTime } from '#src/routes/-shell/labels/lesson-times.tsx'
import { ErrorMessage } from '#src/routes/-shell/query/error-message.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

/** Lessons moved or cancelled since the last visit, with a button that marks them as seen. */
export function ChangesPanel({ changes, tags }: { changes: ScheduleChangesByItem; tags: ChildTags }) {
  const { t } = useLingui()
  const { markSeen, isPending, error } = useMarkSeen('schedule')
  const news = unseenChanges(changes)
  if (news === null) return null
  const { fresh, at } = news
  const title = <Trans>Что изменилось</Trans>
  const list = <ChangeList fresh={fresh} tags={tags} />
  const seen = (
    <AccountOwnerButton size="small" busy={isPending} onClick={() => markSeen(at)}>
      <Trans>Просмотрено</Trans>
    </AccountOwnerButton>
  )
  return (
    <section
      aria-label={t`Что изменилось`}
      className="mb-base rounded-lg border border-line-soft bg-surface print:hidden"
    >
      <Responsive
        from="md"
        // Collapsed on a phone, so that today's list comes first.
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
        <AccountOwnerOnly />
      </div>
      {error && (
        <p role="alert" className="px-base pb-sm text-sm text-ink-error">
          <ErrorMessage error={error} />
        </p>
      )}
    </section>
  )
}

const initialCount = 3

type ChangeListProps = { fresh: readonly MergedScheduleChange[]; tags: ChildTags }

function ChangeList({ fresh, tags }: ChangeListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const hidden = isExpanded ? 0 : fresh.length - initialCount
  return (
    <div className="pb-sm">
      <ul>
        {fresh.slice(0, fresh.length - Math.max(0, hidden)).map((change) => (
          <li key={change.itemUuid}>
            <ChangeRow change={change} tags={tags} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <span className="-mx-sm block">
          <Button variant="quiet" size="small" onClick={() => setExpanded(true)}>
            <Plural
              value={hidden}
              one="Ещё # изменение"
              few="Ещё # изменения"
              many="Ещё # изменений"
              other="Ещё # изменения"
            />
          </Button>
        </span>
      )}
    </div>
  )
}

function ChangeRow({ change, tags }: { change: MergedScheduleChange; tags: ChildTags }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { open } = useScreenSearch('schedule')
  const { itemUuid, startsAt, state, students } = change
  const names = students.flatMap((uuid) => tags.get(uuid)?.name ?? [])
  const isCancelled = state === 'cancelled'
  return (
    <button
      type="button"
      onClick={() => open({ date: dates.dayOf(startsAt), item: itemUuid })}
      className="-mx-xs flex w-[calc(100%+16px)] flex-wrap items-baseline gap-x-xs rounded px-xs py-xxs text-left text-sm transition-colors hover:bg-surface-hover"
    >
      <span className="font-medium">{change.subject ?? change.title}</span>
      {names.length > 0 && <span className="text-ink-muted">{names.join(', ')}</span>}
      <span className={isCancelled ? 'text-ink-error' : 'text-ink-warning'}>
        {i18n._(labelOf(lessonStateLabels, state))}
      </span>
      <ChangedTime change={change} />
    </button>
  )
}
