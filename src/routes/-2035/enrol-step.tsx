import { Trans, useLingui } from '@lingui/react/macro'
import type { SnapshotFrom } from 'xstate'
import type { Offer, OfferStudent } from '#contract/schedule.ts'
import type { enrolmentMachine } from '#src/machines/enrolment.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { PlacesBadge } from '#src/routes/-frame/places-badge.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { RadioGroup } from '#src/ui/radio-group.tsx'
import type { Step } from './enrol-dialog.tsx'
import { GroupTimes } from './group-times.tsx'

type EnrolStepProps = {
  step: Step
  context: SnapshotFrom<typeof enrolmentMachine>['context']
  opportunity: Offer['opportunities'][number]
  /** Who may enrol. */
  able: readonly OfferStudent[]
  students: readonly OfferStudent[]
  send: (event: { type: 'student.choose'; student: string } | { type: 'group.choose'; group: string }) => void
}

export function EnrolStep({ step, context, opportunity, able, students, send }: EnrolStepProps) {
  const { t } = useLingui()
  const { groups, title, hours, groceryBasketUuid } = opportunity
  const group = groups.find(({ groupUuid }) => groupUuid === context.group)
  const student = students.find(({ studentUuid }) => studentUuid === context.student)
  if (step === 'choosing')
    return (
      <div className="flex flex-col gap-lg">
        <Refusal type={context.refusal} />
        {/* Whoever was chosen may enrol no more by now, and somebody else may. */}
        {able.some(({ studentUuid }) => studentUuid !== context.student) && (
          <RadioGroup
            legend={<Trans>Кого записываем?</Trans>}
            value={context.student}
            choices={able.map(({ studentUuid, firstName, grade }) => ({
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
          choices={groups.map((one) => ({
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
      </div>
    )
  return (
    <div className="flex flex-col gap-base">
      {step === 'confirming' && <Refusal type={context.refusal} />}
      <DescriptionList
        entries={[
          { key: 'who', term: t`Ученик`, value: student?.firstName },
          { key: 'what', term: t`Направление`, value: title },
          { key: 'group', term: t`Группа`, value: group?.title },
          { key: 'when', term: t`Когда и где`, value: group && <GroupTimes group={group} /> },
          { key: 'hours', term: t`Всего часов`, value: hours },
        ]}
      />
      <WhatFollows isPaid={groceryBasketUuid !== null} isDone={step === 'enrolled'} />
    </div>
  )
}

function Refusal({ type }: { type: EnrolStepProps['context']['refusal'] }) {
  if (type === null) return null
  return (
    <Notice tone="error" role="alert" title={<Trans>Записаться не получилось</Trans>}>
      <ProblemWords type={type} />{' '}
      {type === 'no-place-left' && <Trans>Список групп уже обновлён: выберите другую.</Trans>}
    </Notice>
  )
}

function WhatFollows({ isPaid, isDone }: { isPaid: boolean; isDone: boolean }) {
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
