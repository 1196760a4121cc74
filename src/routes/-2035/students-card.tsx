import { Trans } from '@lingui/react/macro'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { canEnrol } from './eligibility-rules.tsx'

type StudentsCardProps = { offer: Offer; students: readonly OfferStudent[] }

/** Which of several children may enrol in what. */
export function StudentsCard({ offer, students }: StudentsCardProps) {
  return (
    <Card title={<Trans>Кто может записаться</Trans>}>
      <List>
        {students.map((student) => (
          <ListItem
            key={student.studentUuid}
            title={student.firstName}
            note={<StudentNote offer={offer} student={student} />}
          />
        ))}
      </List>
    </Card>
  )
}

function StudentNote({ offer: { opportunities }, student }: { offer: Offer; student: OfferStudent }) {
  if (student.enrolment !== null) {
    const { opportunityUuid } = student.enrolment
    const title = opportunities.find((one) => one.opportunityUuid === opportunityUuid)?.title
    return title === undefined ? <Trans>Направление уже выбрано</Trans> : <Trans>Направление выбрано: {title}</Trans>
  }
  const suitable = opportunities.filter(({ opportunityUuid }) => canEnrol(student, opportunityUuid))
  if (suitable.length === 0) return <Trans>Пока ни одно направление не подходит: причины указаны ниже</Trans>
  if (suitable.length === opportunities.length && suitable.length > 1) return <Trans>Подходит любое направление</Trans>
  const titles = suitable.map(({ title }) => title).join(', ')
  return <Trans>Подходит: {titles}</Trans>
}
