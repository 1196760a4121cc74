import { Trans, useLingui } from '@lingui/react/macro'
import type { SnapshotFrom } from 'xstate'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import type { enrolmentMachine } from '#src/machines/enrolment.ts'
import { ScheduleConflicts } from '#src/routes/-flow/steps/schedule-conflicts.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { RadioGroup } from '#src/ui/forms/checkbox-and-radio.tsx'
import { conflictsOf } from './eligibility-rules.tsx'
import { GroupTimes } from './enrolment-card.tsx'

export type Step = 'choosing' | 'confirming' | 'enrolled'

type EnrolStepProps = {
  step: Step
  context: Pick<SnapshotFrom<typeof enrolmentMachine>['context'], 'student' | 'group' | 'refusal'>
  opportunity: Offer['opportunities'][number]
  /** Students who may enrol. */
  able: readonly OfferStudent[]
  students: readonly OfferStudent[]
  send: (event: { type: 'student.choose'; student: string } | { type: 'group.choose'; group: string }) => void
}

/** What the dialog of an enrolment shows between its title and its buttons. */
export function EnrolStep({ step, context, opportunity, able, students, send }: EnrolStepProps) {
  const { t } = useLingui()
  const { groups, title, hours, groceryBasketUuid } = opportunity
  const group = groups.find(({ groupUuid }) => groupUuid === context.group)
  const student = students.find(({ studentUuid }) => studentUuid === context.student)
  const conflicts = (
    <ScheduleConflicts
      conflicts={conflictsOf(student, opportunity.opportunityUuid, context.group)}
      nameOf={(child) => students.find(({ studentUuid }) => studentUuid === child)?.firstName ?? ''}
    />
  )
  if (step === 'choosing')
    return (
      <div className="flex flex-col gap-lg">
        <RefusalNotice type={context.refusal} />
        {/* The selected student may have lost eligibility meanwhile. */}
        {able.some(({ studentUuid }) => studentUuid !== context.student) && (
          <RadioGroup
            legend={<Trans>Кого записываем?</Trans>}
            value={context.student}
            options={able.map(({ studentUuid, firstName, grade }) => ({
              value: studentUuid,
              label: firstName,
              hint: grade !== null && <Trans>{grade} класс</Trans>,
            }))}
            onChange={(chosen) => send({ type: 'student.choose', student: chosen })}
          />
        )}
        <RadioGroup
          legend={<Trans>Группы направления</Trans>}
          value={context.group}
          options={groups.map((one) => ({
            value: one.groupUuid,
            label: (
              <span className="flex flex-wrap items-center gap-xs">
                {one.title} <PlacesBadge left={one.placesLeft} />
              </span>
            ),
            hint: <GroupTimes group={one} />,
            disabled: one.placesLeft <= 0,
          }))}
          onChange={(chosen) => send({ type: 'group.choose', group: chosen })}
        />
        {conflicts}
      </div>
    )
  return (
    <div className="flex flex-col gap-base">
      {step === 'confirming' && <RefusalNotice type={context.refusal} />}
      <DescriptionList
        entries={[
          { key: 'who', term: t`Ученик`, value: student?.firstName },
          { key: 'what', term: t`Направление`, value: title },
          { key: 'group', term: t`Группа`, value: group?.title },
          { key: 'when', term: t`Когда и где`, value: group && <GroupTimes group={group} /> },
          { key: 'hours', term: t`Всего часов`, value: hours },
        ]}
      />
      {step === 'confirming' && conflicts}
      <NextStepNotice isPaid={groceryBasketUuid !== null} isDone={step === 'enrolled'} />
    </div>
  )
}

function RefusalNotice({ type }: { type: EnrolStepProps['context']['refusal'] }) {
  if (type === null) return null
  return (
    <Notice tone="error" role="alert" title={<Trans>Записаться не получилось</Trans>}>
      <ProblemMessage type={type} />{' '}
      {type === 'no-place-left' && <Trans>Список групп уже обновлён: выберите другую.</Trans>}
    </Notice>
  )
}

function NextStepNotice({ isPaid, isDone }: { isPaid: boolean; isDone: boolean }) {
  if (isPaid)
    return (
      <Notice tone="info">
        {isDone ? (
          <Trans>Осталось заключить договор: посмотрите срок и сумму оплаты и подтвердите.</Trans>
        ) : (
          <Trans>Направление платное. Место закрепится за вами сразу, а следующий шаг — договор.</Trans>
        )}
      </Notice>
    )
  return (
    <Notice tone={isDone ? 'success' : 'info'}>
      {isDone ? (
        <Trans>Занятия уже в расписании.</Trans>
      ) : (
        <Trans>Направление бесплатное. Записаться можно на одно направление за набор.</Trans>
      )}
    </Notice>
  )
}
