import { useLingui } from '@lingui/react/macro'
import { useStudents, useVisitorKind } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { ChildSelect } from '#src/routes/-flow/filters/child-select.tsx'
import { ChildSwitcher } from '#src/routes/-flow/filters/child-switcher.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

type CourseStudentChoiceProps = {
  course: string
  /** A phone has one control beside the title. */
  isCompact?: boolean
}

/** Selects for whom the course is; only for viewers who may enrol. */
export function CourseStudentChoice(props: CourseStudentChoiceProps) {
  return useVisitorKind() === 'buyer' && <BuyerStudentChoice {...props} />
}

function BuyerStudentChoice({ course, isCompact = false }: CourseStudentChoiceProps) {
  const { t } = useLingui()
  const { replace } = useScreenSearch('catalog-course')
  const { students, chosen, failure } = useStudents(course)
  if (students === undefined && failure !== null) return null
  const choice = {
    legend: t`Для кого`,
    people: students?.map(({ studentUuid: uuid, firstName }) => ({ uuid, firstName })),
    chosen: chosen?.studentUuid,
    onChoose: (child: string) => replace({ child }),
  }
  return isCompact ? <ChildSelect {...choice} /> : <ChildSwitcher {...choice} />
}
