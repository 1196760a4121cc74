import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { type ScheduleChangesByItem, unseenChanges } from '#src/domain/schedule-changes.ts'
import { separator } from '#src/i18n/labels.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useMatchesWidth } from '#src/ui/layout/responsive.tsx'
import { passFocusUp, takeFocusDown } from '#src/ui/removed-focus.ts'

type ChangesPanelProps = {
  changes: ScheduleChangesByItem
  tags: ChildTags
  /** For a phone; otherwise for a wide window. */
  isInHeading?: boolean
}

const ChangesList = lazyComponent('changes-list', () => import('./changes-list.tsx'), 'ChangesList')

/** Lessons moved or cancelled since the last visit: a button that opens a list, with another that marks them as seen. */
export function ChangesPanel({ changes, tags, isInHeading = false }: ChangesPanelProps) {
  const { t } = useLingui()
  const content = useId()
  const [isOpen, setOpen] = useState(false)
  const [isMarked, setMarked] = useState(false)
  const isWide = useMatchesWidth('md')
  const unseen = unseenChanges(changes)
  if (isWide === isInHeading) return null
  if (unseen === null)
    return (
      isMarked && (
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
        // The list of a phone has the width of the row, and the button leaves the title its distance.
        isInHeading ? 'md:hidden [&>button]:px-xs' : 'relative max-md:hidden md:ml-auto xl:[.ml-auto+&]:ml-0',
      )}
    >
      <Button
        size="small"
        icon={!isInHeading && <Icon name={isOpen ? 'arrow-up' : 'arrow-down'} size={16} />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? content : undefined}
        onClick={() => setOpen((open) => !open)}
        onPointerEnter={ChangesList.prefetch}
        onFocus={ChangesList.prefetch}
      >
        <span className="whitespace-nowrap">
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
          <ChangesList changes={fresh} at={at} tags={tags} onMark={() => setMarked(true)} />
        </div>
      )}
    </section>
  )
}
