import { useLingui } from '@lingui/react/macro'
import { useStudents, useVisitorKind } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { ChildSwitcher } from '#src/routes/-flow/filters/child-switcher.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

/** Selects for whom the course is; only for viewers who may enrol. */
export function CourseStudentSwitcher({ course }: { course: string }) {
  return useVisitorKind() === 'buyer' && <BuyerStudentSwitcher course={course} />
}

function BuyerStudentSwitcher({ course }: { course: string }) {
  const { t } = useLingui()
  const { replace } = useScreenSearch('catalog-course')
  const { students, chosen, failure } = useStudents(course)
  if (students === undefined && failure !== null) return null
  return (
    <ChildSwitcher
      legend={t`Для кого`}
      people={students?.map(({ studentUuid: uuid, firstName }) => ({ uuid, firstName }))}
      chosen={chosen?.studentUuid}
      onChoose={(child) => replace({ child })}
    />
  )
}
