import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type EligibilityRulesProps = { student: OfferStudent; opportunityUuid: string }

/** A condition that is met. */
export function RuleMet({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-xs text-sm">
      <span className="text-ink-success">
        <Icon name="check" size={16} />
      </span>
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** Conditions of an opportunity for a student, with the reasons of those not met. */
export function EligibilityRules({ student, opportunityUuid }: EligibilityRulesProps) {
  return (
    <ul className="flex flex-col gap-xs text-sm">
      {rulesFor(student, opportunityUuid).map((rule) => (
        <li key={rule.rule} className="flex gap-xs">
          <span className={rule.isMet ? 'text-ink-success' : 'text-ink-error'}>
            <Icon name={rule.isMet ? 'check' : 'close'} size={16} />
          </span>
          <span className="min-w-0">
            <VisuallyHidden>{rule.isMet ? <Trans>Выполнено:</Trans> : <Trans>Не выполнено:</Trans>} </VisuallyHidden>
            <RuleText rule={rule} grade={student.grade} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function RuleText({ rule: { rule, isMet, grades }, grade }: { rule: EligibilityRule; grade: number | null }) {
  const classes = gradeWords(grades ?? [])
  switch (rule) {
    case 'grade':
      if (isMet) return <Trans>Для классов: {classes}</Trans>
      if (grade === null) return <Trans>Для классов: {classes}, а класс ученика школе не известен</Trans>
      return (
        <Trans>
          Для классов: {classes}, а ученик в {grade}-м
        </Trans>
      )
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

/** Formats consecutive grades as a range: «9–11». */
function gradeWords(grades: readonly number[]): string {
  const sorted = [...grades].sort((one, other) => one - other)
  const [first, last] = [sorted[0], sorted.at(-1)]
  const isRow = first !== undefined && last !== undefined && last - first === sorted.length - 1 && first !== last
  return isRow ? `${first}–${last}` : sorted.join(', ')
}

type EligibilityRule = OfferStudent['opportunities'][number]['rules'][number]

function rulesFor({ opportunities }: OfferStudent, opportunityUuid: string): readonly EligibilityRule[] {
  return opportunities.find((one) => one.opportunityUuid === opportunityUuid)?.rules ?? []
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

/** Why a parent without linked children can enrol in nothing. */
export function NoStudents() {
  return <Trans>В вашем профиле нет детей. Обратитесь в школу, чтобы их добавили.</Trans>
}
