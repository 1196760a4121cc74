import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type OpportunityEligibilityProps = { students: readonly OfferStudent[]; opportunityUuid: string }

/** That the student may enrol, unless the page `hasSummary` of it; where none of the students may, the unmet conditions. */
export function OpportunityEligibility(props: OpportunityEligibilityProps & { hasSummary: boolean }) {
  const { students, opportunityUuid, hasSummary } = props
  if (!students.some((student) => canEnrol(student, opportunityUuid)))
    return (
      <div className="flex flex-col gap-xs">
        <RulesByStudent students={students} opportunityUuid={opportunityUuid} only="unmet" />
      </div>
    )
  if (hasSummary) return null
  return (
    <p className="flex gap-xs text-sm">
      <MarkedRule isMet>
        <Trans>Все условия выполнены</Trans>
      </MarkedRule>
    </p>
  )
}

/** All conditions of an opportunity for each student, folded. */
export function AllEligibilityRules(props: OpportunityEligibilityProps) {
  return (
    <Disclosure summary={<Trans>Все условия</Trans>}>
      <div className="flex flex-col gap-sm pb-xs">
        <RulesByStudent {...props} />
      </div>
    </Disclosure>
  )
}

function RulesByStudent({ students, ...rules }: OpportunityEligibilityProps & Pick<EligibilityRulesProps, 'only'>) {
  return students.map((student) => (
    <div key={student.studentUuid} className="flex flex-col gap-xs">
      {students.length > 1 && <p className="text-sm font-medium">{student.firstName}</p>}
      <EligibilityRules student={student} {...rules} />
    </div>
  ))
}

type EligibilityRulesProps = { student: OfferStudent; opportunityUuid: string; only?: 'unmet' }

/** Conditions of an opportunity for a student, with the reasons of those not met. */
export function EligibilityRules({ student, opportunityUuid, only }: EligibilityRulesProps) {
  return (
    <ul className="flex flex-col gap-xs text-sm">
      {rulesFor(student, opportunityUuid)
        .filter(({ isMet }) => only === undefined || !isMet)
        .map((rule) => (
          <li key={rule.rule} className="flex gap-xs">
            <MarkedRule isMet={rule.isMet}>
              <VisuallyHidden>{rule.isMet ? <Trans>Выполнено:</Trans> : <Trans>Не выполнено:</Trans>} </VisuallyHidden>
              <RuleText rule={rule} student={student} />
            </MarkedRule>
          </li>
        ))}
    </ul>
  )
}

/** The text of a condition after its mark. */
function MarkedRule({ isMet, children }: { isMet: boolean; children: ReactNode }) {
  return (
    <>
      <span className={isMet ? 'text-ink-success' : 'text-ink-error'}>
        <Icon name={isMet ? 'check' : 'close'} size={16} />
      </span>
      <span className="min-w-0">{children}</span>
    </>
  )
}

function RuleText({ rule: { rule, isMet, grades }, student }: { rule: EligibilityRule; student: OfferStudent }) {
  switch (rule) {
    case 'grade':
      return <GradeRule grades={grades ?? []} student={isMet ? null : student} />
    case 'studies-here':
      return isMet ? (
        <Trans>Есть договор с нами на этот учебный год</Trans>
      ) : (
        <Trans>Нужен действующий договор с нами на этот учебный год</Trans>
      )
    case 'before-deadline':
      return isMet ? <Trans>Набор открыт</Trans> : <Trans>Набор уже завершён</Trans>
    case 'not-enrolled':
      return isMet ? (
        <Trans>Другое направление ещё не выбрано</Trans>
      ) : (
        <Trans>Направление уже выбрано: записаться можно один раз</Trans>
      )
    default:
      return <Trans>Условие, о котором расскажут в школе</Trans>
  }
}

/** `student`: who is not in these grades. */
function GradeRule({ grades, student }: { grades: readonly number[]; student: OfferStudent | null }) {
  const classes = gradeWords(grades)
  const forWhom = grades.length === 1 ? <Trans>Для {classes} класса</Trans> : <Trans>Для {classes} классов</Trans>
  if (student === null) return forWhom
  const { firstName, branch } = student
  // Its grades would read as those of a part of the programme.
  if (branch === 'college') return <Trans>Программа для школьников, {firstName} учится в колледже</Trans>
  return (
    <>
      {forWhom}, <OwnGrade student={student} />
    </>
  )
}

function OwnGrade({ student: { firstName, grade, branch } }: { student: OfferStudent }) {
  if (grade !== null)
    return (
      <Trans>
        {firstName} учится в {grade}-м
      </Trans>
    )
  if (branch === 'academy') return <Trans>{firstName} учится в академии</Trans>
  return <Trans>класс школе не известен ({firstName})</Trans>
}

/** Formats consecutive grades as a range: «9–11». */
function gradeWords(grades: readonly number[]): string {
  const sorted = [...grades].sort((one, other) => one - other)
  const [first, last] = [sorted[0], sorted.at(-1)]
  const isRow = first !== undefined && last !== undefined && last - first === sorted.length - 1 && first !== last
  return isRow ? `${first}–${last}` : sorted.join(', ')
}

/** The grades that an opportunity is for; none if it is for all. */
export function gradesOf(students: readonly OfferStudent[], opportunityUuid: string): number[] {
  return (
    students.flatMap((student) => rulesFor(student, opportunityUuid)).find(({ grades }) => grades !== null)?.grades ??
    []
  )
}

type EligibilityRule = OfferStudent['opportunities'][number]['rules'][number]

function rulesFor({ opportunities }: OfferStudent, opportunityUuid: string): readonly EligibilityRule[] {
  return opportunities.find((one) => one.opportunityUuid === opportunityUuid)?.rules ?? []
}

export function unmetCount(student: OfferStudent, opportunityUuid: string): number {
  return rulesFor(student, opportunityUuid).filter(({ isMet }) => !isMet).length
}

export function canEnrol(student: OfferStudent, opportunityUuid: string): boolean {
  const rules = rulesFor(student, opportunityUuid)
  return rules.length > 0 && rules.every(({ isMet }) => isMet)
}

/** Whether a student may enrol and there is a place. */
export function isOpenForEnrolment(
  students: readonly OfferStudent[],
  { opportunityUuid, groups }: Offer['opportunities'][number],
): boolean {
  return groups.some(({ placesLeft }) => placesLeft > 0) && students.some((each) => canEnrol(each, opportunityUuid))
}

/** Lessons of the student that overlap with the group. */
export function conflictsOf(student: OfferStudent | undefined, opportunityUuid: string, groupUuid: string | null) {
  const opportunity = student?.opportunities.find((each) => each.opportunityUuid === opportunityUuid)
  return opportunity?.groups.find((each) => each.groupUuid === groupUuid)?.conflicts ?? []
}

/** Why a parent without linked children can enrol in nothing. */
export function NoStudents() {
  return <Trans>В вашем профиле нет детей. Обратитесь в школу, чтобы их добавили.</Trans>
}
