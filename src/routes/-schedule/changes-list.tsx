import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ChildTags } from '#src/domain/child-tags.ts'
import type { MergedScheduleChange } from '#src/domain/schedule-changes.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { lessonStateLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { ChangedTime } from '#src/routes/-query/labels/lesson-times.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useMarkSeen } from '#src/routes/-query/use-mark-seen.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

type ChangesListProps = {
  changes: readonly MergedScheduleChange[]
  /** The instant of the latest change. */
  at: string
  tags: ChildTags
  /** The button was pressed. */
  onMark: () => void
}

/** Changed lessons, with a button that marks them as seen. */
export function ChangesList({ changes, at, tags, onMark }: ChangesListProps) {
  const { markSeen, isPending, error } = useMarkSeen('schedule')
  return (
    <>
      <ul className="mb-sm">
        {changes.map((change) => (
          <li key={change.itemUuid}>
            <ChangeRow change={change} tags={tags} />
          </li>
        ))}
      </ul>
      <AccountOwnerButton
        size="small"
        busy={isPending}
        onClick={() => {
          onMark()
          markSeen(at)
        }}
      >
        <Trans>Просмотрено</Trans>
      </AccountOwnerButton>
      <AccountOwnerOnly />
      {error && (
        <p role="alert" className="mt-xs text-sm text-ink-error">
          <ErrorMessage error={error} />
        </p>
      )}
    </>
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
      className="-mx-xs flex w-[calc(100%+16px)] flex-wrap items-baseline gap-x-xs rounded px-xs py-xxs text-left text-sm hover:bg-surface-hover"
    >
      <span className="font-medium">
        <SchoolText>{change.subject ?? change.title}</SchoolText>
      </span>
      {names.length > 0 && <span className="text-ink-muted">{names.join(', ')}</span>}
      <span className={isCancelled ? 'text-ink-muted' : 'text-ink-info'}>
        {i18n._(labelOf(lessonStateLabels, state))}
      </span>
      <ChangedTime change={change} />
    </button>
  )
}
