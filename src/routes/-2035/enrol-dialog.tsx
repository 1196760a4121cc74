import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { Offer, OfferStudent } from '#contract/schedule.ts'
import { provideEnrolment } from '#src/actors/enrolment.actors.ts'
import type { enrolmentMachine } from '#src/machines/enrolment.ts'
import { ScheduleConflicts } from '#src/routes/-shell/flow/schedule-conflicts.tsx'
import { PlacesBadge } from '#src/routes/-shell/labels/badges.tsx'
import { ProblemMessage } from '#src/routes/-shell/query/error-message.tsx'
import { Dialog } from '#src/routes/-shell/shell/dialog.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { RadioGroup } from '#src/ui/forms/checkbox-and-radio.tsx'
import { canEnrol, EligibilityRules, isOpenForEnrolment } from './eligibility-rules.tsx'
import { GroupTimes } from './enrolment-card.tsx'

type EnrolDialogProps = {
  campaignUuid: string
  opportunity: Offer['opportunities'][number]
  students: readonly OfferStudent[]
  onClose: () => void
}

/** Enrols in an opportunity in steps. The event «2035 modal close» closes it from anywhere (S3). */
export function EnrolDialog({ campaignUuid, opportunity, students, onClose }: EnrolDialogProps) {
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  // Evaluated once: after the enrolment the student may not enrol again.
  const [isPossible] = useState(() => isOpenForEnrolment(students, opportunity))
  const able = students.filter((student) => canEnrol(student, opportunity.opportunityUuid))
  const [state, send] = useActor(provideLazily(provideEnrolment).provide({ actions: { close: onClose } }), {
    input: {
      campaign: campaignUuid,
      opportunity: opportunity.opportunityUuid,
      students: able.map(({ studentUuid }) => studentUuid),
      groups: opportunity.groups.filter(({ placesLeft }) => placesLeft > 0).map(({ groupUuid }) => groupUuid),
    },
  })
  if (state.matches('closed')) return null
  const close = () => send({ type: 'modal.close' })
  if (!isPossible) return <EnrolmentUnavailableDialog opportunity={opportunity} students={students} onClose={close} />
  const step = stepOf(state)
  const student = students.find(({ studentUuid }) => studentUuid === state.context.student)
  return (
    <Dialog
      onClose={close}
      title={titles[step]}
      description={opportunity.title}
      footer={
        <EnrolFooter
          step={step}
          busy={state.hasTag('busy')}
          canGoOn={state.can({ type: 'enrolment.next' })}
          canGoBack={state.can({ type: 'enrolment.back' })}
          isToBePaid={state.context.location !== null}
          hasConflicts={conflictsOf(student, opportunity.opportunityUuid, state.context.group).length > 0}
          send={send}
        />
      }
    >
      <EnrolStep
        step={step}
        context={state.context}
        opportunity={opportunity}
        able={able}
        students={students}
        send={send}
      />
    </Dialog>
  )
}

function conflictsOf(student: OfferStudent | undefined, opportunityUuid: string, groupUuid: string | null) {
  const opportunity = student?.opportunities.find((each) => each.opportunityUuid === opportunityUuid)
  return opportunity?.groups.find((each) => each.groupUuid === groupUuid)?.conflicts ?? []
}

type Step = 'choosing' | 'confirming' | 'enrolled'

function stepOf(state: { matches: (state: 'choosing' | 'enrolled') => boolean }): Step {
  if (state.matches('choosing')) return 'choosing'
  return state.matches('enrolled') ? 'enrolled' : 'confirming'
}

const titles: Record<Step, ReactNode> = {
  choosing: <Trans>Выберите группу</Trans>,
  confirming: <Trans>Проверьте запись</Trans>,
  enrolled: <Trans>Место ваше</Trans>,
}

type EnrolFooterProps = {
  step: Step
  busy: boolean
  canGoBack: boolean
  canGoOn: boolean
  isToBePaid: boolean
  /** Of the chosen group with the schedule. */
  hasConflicts: boolean
  send: (event: {
    type: 'enrolment.next' | 'enrolment.back' | 'enrolment.confirm' | 'purchase.open' | 'modal.close'
  }) => void
}

function EnrolFooter({ step, busy, canGoBack, canGoOn, isToBePaid, hasConflicts, send }: EnrolFooterProps) {
  if (step === 'enrolled')
    return isToBePaid ? (
      <Button variant="primary" onClick={() => send({ type: 'purchase.open' })}>
        <Trans>Перейти к договору</Trans>
      </Button>
    ) : (
      <Button variant="primary" onClick={() => send({ type: 'modal.close' })}>
        <Trans>Готово</Trans>
      </Button>
    )
  return (
    <>
      {step === 'confirming' ? (
        // A key of its own: a button that became disabled would lose the focus.
        <Button key="confirm" variant="primary" busy={busy} onClick={() => send({ type: 'enrolment.confirm' })}>
          {hasConflicts ? <Trans>Записаться всё равно</Trans> : <Trans>Записаться</Trans>}
        </Button>
      ) : (
        <Button key="next" variant="primary" disabled={!canGoOn} onClick={() => send({ type: 'enrolment.next' })}>
          <Trans>Далее</Trans>
        </Button>
      )}
      {(canGoBack || busy) && (
        <Button disabled={busy} onClick={() => send({ type: 'enrolment.back' })}>
          <Trans>Назад</Trans>
        </Button>
      )}
    </>
  )
}

type EnrolStepProps = {
  step: Step
  context: SnapshotFrom<typeof enrolmentMachine>['context']
  opportunity: Offer['opportunities'][number]
  /** Students who may enrol. */
  able: readonly OfferStudent[]
  students: readonly OfferStudent[]
  send: (event: { type: 'student.choose'; student: string } | { type: 'group.choose'; group: string }) => void
}

function EnrolStep({ step, context, opportunity, able, students, send }: EnrolStepProps) {
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

type EnrolmentUnavailableDialogProps = {
  opportunity: Offer['opportunities'][number]
  students: readonly OfferStudent[]
  onClose: () => void
}

/** Explains to users who followed a link why no student can enrol. */
function EnrolmentUnavailableDialog({ opportunity, students, onClose }: EnrolmentUnavailableDialogProps) {
  const { opportunityUuid, title, groups } = opportunity
  const isFull = groups.every(({ placesLeft }) => placesLeft <= 0)
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Записаться сейчас нельзя</Trans>}
      description={title}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Понятно</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-base">
        {isFull && (
          <p>
            <Trans>Мест в группах этого направления больше нет.</Trans>
          </p>
        )}
        {students.map((student) => (
          <div key={student.studentUuid} className="flex flex-col gap-xs">
            {students.length > 1 && <p className="font-medium">{student.firstName}</p>}
            <EligibilityRules student={student} opportunityUuid={opportunityUuid} />
          </div>
        ))}
      </div>
    </Dialog>
  )
}
