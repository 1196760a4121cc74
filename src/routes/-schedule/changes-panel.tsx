import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { type MergedScheduleChange, type ScheduleChangesByItem, unseenChanges } from '#src/domain/schedule-changes.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lessonStateLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { ChangedTime } from '#src/routes/-query/labels/lesson-times.tsx'
import { useMarkSeen } from '#src/routes/-query/use-mark-seen.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useMatchesWidth } from '#src/ui/layout/responsive.tsx'
import { passFocusUp, takeFocusDown } from '#src/ui/removed-focus.ts'

type ChangesPanelProps = {
  changes: ScheduleChangesByItem
  tags: ChildTags
  /** For a phone, where it is an icon with the number; otherwise for a wide window. */
  isInHeading?: boolean
}

/** Lessons moved or cancelled since the last visit: a button that opens a list, with another that marks them as seen. */
export function ChangesPanel({ changes, tags, isInHeading = false }: ChangesPanelProps) {
  const { t } = useLingui()
  const content = useId()
  const [isOpen, setOpen] = useState(false)
  const { markSeen, isPending, isSuccess, error } = useMarkSeen('schedule')
  const isWide = useMatchesWidth('md')
  const unseen = unseenChanges(changes)
  if (isWide === isInHeading) return null
  if (unseen === null)
    return (
      isSuccess && (
        <p ref={takeFocusDown} tabIndex={-1} className="sr-only">
          <Trans>Просмотрено</Trans>
        </p>
      )
    )
  const { fresh, at } = unseen
  const count = fresh.length
  return (
    <section
      ref={passFocusUp}
      aria-label={t`Что изменилось`}
      className={classNames(
        'print:hidden',
        // The list of a phone has the width of the row.
        isInHeading ? 'md:hidden' : 'relative max-md:hidden md:ml-auto xl:[.ml-auto+&]:ml-0',
      )}
    >
      <Button
        size="small"
        icon={<Icon name={isInHeading ? 'switch' : isOpen ? 'arrow-up' : 'arrow-down'} size={16} />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? content : undefined}
        onClick={() => setOpen((open) => !open)}
      >
        {isInHeading && <span aria-hidden="true">{count}</span>}
        <span className={isInHeading ? 'sr-only' : ''}>
          <Plural value={count} one="# изменение" few="# изменения" many="# изменений" other="# изменения" />
          <span className="sr-only">
            {separator}
            {isOpen ? <Trans>Свернуть</Trans> : <Trans>Посмотреть</Trans>}
          </span>
        </span>
      </Button>
      {isOpen && (
        // Over the calendar: the button stays under the pointer.
        <div
          id={content}
          className={classNames(
            'absolute z-header mt-xs max-h-[70dvh] overflow-y-auto rounded-lg border border-line-soft bg-surface-raised px-base py-sm shadow-floating',
            isInHeading ? 'inset-x-0 top-full' : 'right-0 w-[min(480px,100vw-32px)]',
          )}
        >
          <ul className="mb-sm">
            {fresh.map((change) => (
              <li key={change.itemUuid}>
                <ChangeRow change={change} tags={tags} />
              </li>
            ))}
          </ul>
          <AccountOwnerButton size="small" busy={isPending} onClick={() => markSeen(at)}>
            <Trans>Просмотрено</Trans>
          </AccountOwnerButton>
          <AccountOwnerOnly />
          {error && (
            <p role="alert" className="mt-xs text-sm text-ink-error">
              <ErrorMessage error={error} />
            </p>
          )}
        </div>
      )}
    </section>
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
      <span className="font-medium">{change.subject ?? change.title}</span>
      {names.length > 0 && <span className="text-ink-muted">{names.join(', ')}</span>}
      <span className={isCancelled ? 'text-ink-error' : 'text-ink-warning'}>
        {i18n._(labelOf(lessonStateLabels, state))}
      </span>
      <ChangedTime change={change} />
    </button>
  )
}
