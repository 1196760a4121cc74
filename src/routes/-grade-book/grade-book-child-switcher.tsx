import { useLingui } from '@lingui/react/macro'
import type { StudentGradeBooks } from '#src/domain/grade-book-selection.ts'
import { ChildSwitcher } from '#src/routes/-flow/filters/child-switcher.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useNewMarks } from './new-marks.tsx'

type GradeBookChildSwitcherProps = { allBooks: readonly StudentGradeBooks[] | undefined; child: string | undefined }

/** Selects whose grade book is open. */
export function GradeBookChildSwitcher({ allBooks, child }: GradeBookChildSwitcherProps) {
  const { t } = useLingui()
  const { show } = useScreenSearch('grade-book')
  const fresh = useNewMarks()
  const countOf = (uuid: string) => fresh.filter(({ studentUuid }) => studentUuid === uuid).length || undefined
  return (
    <ChildSwitcher
      legend={t`Чей журнал`}
      people={allBooks?.flatMap(({ student }) =>
        student === null ? [] : [{ ...student, count: countOf(student.uuid) }],
      )}
      chosen={child}
      onChoose={(chosen) =>
        show({
          child: chosen,
          book: undefined,
          term: undefined,
          view: undefined,
          course: undefined,
          mark: undefined,
        })
      }
    />
  )
}
