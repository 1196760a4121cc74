import { Trans, useLingui } from '@lingui/react/macro'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { canEnrol, EligibilityRules, unmetCount } from './eligibility-rules.tsx'

type StudentsCardProps = { offer: Offer; students: readonly OfferStudent[] }

/** Which of several children may enrol in what. */
export function StudentsCard({ offer, students }: StudentsCardProps) {
  return (
    <Card title={<Trans>Кто может записаться</Trans>}>
      <ul className="divide-y divide-line-soft">
        {students.map((student) => (
          <li key={student.studentUuid} className="flex flex-wrap items-baseline gap-x-base py-xs first:pt-0 last:pb-0">
            <p className="min-w-[80px] font-medium md:min-w-[160px]">{student.firstName}</p>
            <div className="min-w-0 flex-1 basis-[200px]">
              <p className="text-ink-muted">
                <StudentNote offer={offer} student={student} />
              </p>
              {student.enrolment === null && !isSuited(offer, student) && (
                <EligibilityRules student={student} opportunityUuid={closestOpportunity(offer, student)} only="unmet" />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Has enrolled or may. */
function isSuited({ opportunities }: Offer, student: OfferStudent): boolean {
  return student.enrolment !== null || opportunities.some(({ opportunityUuid }) => canEnrol(student, opportunityUuid))
}

/** The opportunity whose conditions the student misses least. */
function closestOpportunity({ opportunities }: Offer, student: OfferStudent): string {
  const ids = opportunities.map(({ opportunityUuid }) => opportunityUuid)
  return ids.toSorted((one, other) => unmetCount(student, one) - unmetCount(student, other))[0] ?? ''
}

function StudentNote({ offer: { opportunities }, student }: { offer: Offer; student: OfferStudent }) {
  const { t } = useLingui()
  if (student.enrolment !== null) {
    const { opportunityUuid } = student.enrolment
    const title = opportunities.find((one) => one.opportunityUuid === opportunityUuid)?.title
    return title === undefined ? <Trans>Направление уже выбрано</Trans> : <Trans>Направление выбрано: «{title}»</Trans>
  }
  const suitable = opportunities.filter(({ opportunityUuid }) => canEnrol(student, opportunityUuid))
  if (suitable.length === 0) return <Trans>Ни одно направление не подходит</Trans>
  if (suitable.length === opportunities.length && suitable.length > 1) return <Trans>Подходит любое направление</Trans>
  const titles = suitable.map(({ title }) => t`«${title}»`).join(', ')
  return <Trans>Подходит: {titles}</Trans>
}
