import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { selectGradeBook } from '#src/domain/grade-book-selection.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { DownloadButton, type OpenedBook, useBookChoices, YearSelect } from './book-choices.tsx'
import type { Book, Course } from './journal.ts'
import { termLabels } from './journal-texts.ts'

/** Whether one of several score journals of an academy is open. */
export function isCourseOpen({ book, view }: OpenedBook): boolean {
  return book?.variant === 'academy' && view === 'marks' && book.courses.length > 1
}

/**
 * One row: year, course of an academy, term, view and PDF; each selection is a history entry. Selections with one option
 * are hidden. On a phone only the course, and the view of a college; the rest is in `PhoneSelection`.
 */
export function GradeBookToolbar({ hasSiblings, ...opened }: OpenedBook & { hasSiblings: boolean }) {
  const { t, i18n } = useLingui()
  const { book } = opened
  const choices = useBookChoices(opened)
  if (book === null || choices === null) return null
  const { terms, views, chooseTerm, chooseView } = choices
  // New marks are in the view that a college does not open with. A family has the row for its children.
  const hasViewsOnPhone = book.variant === 'college' && !hasSiblings
  return (
    <div className="flex flex-wrap items-center gap-x-lg gap-y-sm print:hidden">
      <div className="flex min-w-0 flex-wrap items-center gap-xs max-md:w-full">
        <div className="empty:hidden max-md:hidden md:w-[148px]">
          <YearSelect {...opened} book={book} />
        </div>
        {isCourseOpen(opened) && <CourseSelect {...opened} book={book} />}
        {terms.length > 1 && (
          <div className="max-md:hidden">
            <FilterChips
              legend={i18n._(labelOf(termLabels, book.variant))}
              legendHidden
              single
              keepsSelected
              options={terms}
              selected={opened.term ? [opened.term.uuid] : []}
              onChange={([next]) => next !== undefined && chooseTerm(next)}
            />
          </div>
        )}
      </div>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-xs md:ml-auto',
          hasViewsOnPhone ? 'max-md:w-full' : 'max-md:hidden',
        )}
      >
        {views.length > 1 && (
          <div className="min-w-0 max-md:flex-1">
            <SegmentedControl
              legend={t`Показать`}
              value={opened.view ?? 'marks'}
              options={views}
              onChange={chooseView}
            />
          </div>
        )}
        <div className="max-md:hidden">
          <DownloadButton key={book.uuid} book={book} />
        </div>
      </div>
    </div>
  )
}

/** The way back to all courses of an academy, and the open course. */
function CourseSelect({ studentBooks, book, term, course: chosen }: OpenedBook & { book: Book }) {
  const { t } = useLingui()
  const { show } = useScreenSearch('grade-book')
  const openCourse = (course: string | undefined) =>
    show(
      {
        child: studentBooks.student?.uuid,
        book: book.uuid,
        term: term?.uuid,
        course,
        view: undefined,
        mark: undefined,
      },
      { resetScroll: true },
    )
  return (
    <div className="flex min-w-0 items-center gap-xs max-md:w-full max-md:pt-sm">
      <IconButton icon="arrow-left" variant="outlined" label={t`Все курсы`} onClick={() => openCourse(undefined)} />
      <div className="min-w-0 flex-1 md:w-[240px] md:flex-none">
        <Select aria-label={t`Курс`} value={chosen} onChange={({ target }) => openCourse(target.value)}>
          {book.courses.map(({ uuid, title }: Course) => (
            <option key={uuid} value={uuid}>
              {title}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}

const SelectionDialog = lazyComponent(
  'book-selection-dialog',
  () => import('./selection-dialog.tsx'),
  'SelectionDialog',
)

/** On a phone: the open term in a button that opens the choice of year, term and view, and the PDF. */
export function PhoneSelection(opened: OpenedBook) {
  const { t } = useLingui()
  const { today } = useSchoolNow()
  const [isOpen, setOpen] = useState(false)
  const { studentBooks, book, term, view } = opened
  const choices = useBookChoices(opened)
  if (book === null || choices === null) return null
  const present = selectGradeBook([studentBooks], {}, today)?.book
  const chosenView = choices.views.slice(1).find(({ value }) => value === view)?.label
  // The totals of a school are those of all terms.
  const termTitle = book.variant === 'school' && view === 'totals' ? undefined : term?.title
  const year = present?.uuid === book.uuid ? undefined : book.schoolYear
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        onPointerEnter={SelectionDialog.prefetch}
        onFocus={SelectionDialog.prefetch}
      >
        <VisuallyHidden>{t`Показано:`} </VisuallyHidden>
        <span className="max-w-[132px] truncate max-[359px]:max-w-[64px]">
          {[year, termTitle, chosenView].filter(Boolean).join(separator)}
        </span>
        <Icon name="arrow-down" size={16} />
      </Button>
      {isOpen && <SelectionDialog opened={opened} onClose={() => setOpen(false)} />}
    </>
  )
}
