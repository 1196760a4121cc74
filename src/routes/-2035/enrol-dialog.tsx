import { Trans } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import { provideEnrolment } from '#src/actors/enrolment.actors.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useFormPersistence } from '#src/routes/-flow/forms/use-schema-form.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { canEnrol, conflictsOf, EligibilityRules, isOpenForEnrolment, NoStudents } from './eligibility-rules.tsx'
import { EnrolStep, type Step } from './enrol-step.tsx'

type EnrolDialogProps = {
  campaignUuid: string
  opportunity: Offer['opportunities'][number]
  students: readonly OfferStudent[]
  onClose: () => void
}

/** Enrols in an opportunity in steps. The event «2035 modal close» closes it from anywhere. */
export function EnrolDialog({ campaignUuid, opportunity, students, onClose }: EnrolDialogProps) {
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  // Evaluated once: after the enrolment the student may not enrol again.
  const [isPossible] = useState(() => isOpenForEnrolment(students, opportunity))
  const able = students.filter((student) => canEnrol(student, opportunity.opportunityUuid))
  const choice = useFormPersistence(`enrol-${opportunity.opportunityUuid}`)
  const endChoice = () => {
    choice.forget()
    onClose()
  }
  const [state, send, actor] = useDiagnosedMachine(
    provideLazily(provideEnrolment).provide({ actions: { close: endChoice } }),
    {
      input: {
        campaign: campaignUuid,
        opportunity: opportunity.opportunityUuid,
        students: able.map(({ studentUuid }) => studentUuid),
        groups: opportunity.groups.filter(({ placesLeft }) => placesLeft > 0).map(({ groupUuid }) => groupUuid),
        restored: choice.restored,
      },
    },
  )
  if (state.matches('closed')) return null
  const close = () => send({ type: 'modal.close' })
  const enrolled = students.find(
    ({ enrolment }) => enrolment?.opportunityUuid === opportunity.opportunityUuid && enrolment.contractUuid === null,
  )
  if (!isPossible && enrolled) return <EnrolledDialog opportunity={opportunity} student={enrolled} onClose={close} />
  if (!isPossible) return <EnrolmentUnavailableDialog opportunity={opportunity} students={students} onClose={close} />
  const choose: Parameters<typeof EnrolStep>[0]['send'] = (event) => {
    send(event)
    const { student, group } = actor.getSnapshot().context
    choice.save({ ...(student !== null && { student }), ...(group !== null && { group }) })
  }
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
        send={choose}
      />
    </Dialog>
  )
}

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

type EnrolledDialogProps = {
  opportunity: Offer['opportunities'][number]
  student: OfferStudent
  onClose: () => void
}

/** The last step of an enrolment that was made before this page was loaded. */
function EnrolledDialog({ opportunity, student, onClose }: EnrolledDialogProps) {
  const { enrolment, studentUuid } = student
  const basket = enrolment?.keptUntil ? enrolment.groceryBasketUuid : null
  return (
    <Dialog
      onClose={onClose}
      title={titles.enrolled}
      description={opportunity.title}
      footer={
        enrolment && basket ? (
          <ButtonLink
            to="/catalog/$id/purchase"
            params={{ id: enrolment.courseUuid }}
            search={{ child: studentUuid, basket }}
            variant="primary"
          >
            <Trans>Перейти к договору</Trans>
          </ButtonLink>
        ) : (
          <Button variant="primary" onClick={onClose}>
            <Trans>Готово</Trans>
          </Button>
        )
      }
    >
      <EnrolStep
        step="enrolled"
        context={{ student: studentUuid, group: enrolment?.groupUuid ?? null, refusal: null }}
        opportunity={opportunity}
        able={[]}
        students={[student]}
        send={() => {}}
      />
    </Dialog>
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
        {students.length === 0 && (
          <p>
            <NoStudents />
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
