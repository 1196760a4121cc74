import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewMark } from '#contract/learning/unseen.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { newMarksQuery } from '#src/api/unseen.ts'
import type { StudentGradeBooks } from '#src/domain/grade-book-selection.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { Button } from '#src/ui/forms/button.tsx'

const NewMarksDialog = lazyComponent('new-marks-dialog', () => import('./new-marks-dialog.tsx'), 'NewMarksDialog')

/** Marks since the last visit, of all children; none after a failure. */
export function useNewMarks(): readonly NewMark[] {
  const { data = [] } = useQuery(optionalQuery(newMarksQuery()))
  return data.filter(({ isNew }) => isNew)
}

type NewMarksButtonProps = {
  allBooks: readonly StudentGradeBooks[]
  /** The child whose book is open; undefined for the user's own. */
  student: string | undefined
}

/** Number of new marks of the open child, by name if there are several; it opens their list. */
export function NewMarksButton({ allBooks, student }: NewMarksButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const all = useNewMarks()
  const fresh = student === undefined ? all : all.filter(({ studentUuid }) => studentUuid === student)
  const isOnlyChild = allBooks.length < 2
  const name = isOnlyChild ? undefined : allBooks.find((books) => books.student?.uuid === student)?.student?.firstName
  if (fresh.length === 0) {
    // Marks that come later do not open the list.
    if (isOpen) setOpen(false)
    return null
  }
  return (
    <>
      <Button
        data-new-marks=""
        size="small"
        aria-expanded={isOpen}
        icon={<span className="size-xs rounded-full bg-mark-info max-md:hidden" />}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={NewMarksDialog.prefetch}
        onFocus={NewMarksDialog.prefetch}
      >
        {/* A phone has no room for the name: the number of the child's chip below is the same. */}
        <span aria-hidden="true" className="tabular-nums md:hidden">
          <Plural value={fresh.length} one="# новая" few="# новые" many="# новых" other="# новой" />
        </span>
        <span className="max-md:sr-only">
          {name && `${name}: `}
          <Plural
            value={fresh.length}
            one="# новая оценка"
            few="# новые оценки"
            many="# новых оценок"
            other="# новой оценки"
          />
        </span>
      </Button>
      {isOpen && <NewMarksDialog fresh={fresh} isOnlyChild={isOnlyChild} onClose={() => setOpen(false)} />}
    </>
  )
}
