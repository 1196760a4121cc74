import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import type { Offer, OfferStudent } from '#contract/schedule.ts'
import { wireEnrolment } from '#src/enrolment-wiring.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { isOpenTo, mayEnrol } from './eligibility.ts'
import { EnrolFooter } from './enrol-footer.tsx'
import { EnrolStep } from './enrol-step.tsx'
import { NotPossible } from './not-possible.tsx'

export type EnrolDialogProps = {
  campaignUuid: string
  opportunity: Offer['opportunities'][number]
  students: readonly OfferStudent[]
  onClose: () => void
}

/** Enrols in an opportunity, step by step; the app event «2035 modal close» closes it from anywhere (S3). */
export function EnrolDialog({ campaignUuid, opportunity, students, onClose }: EnrolDialogProps) {
  const { t } = useLingui()
  const wireLate = useRouteContext({ from: '__root__', select: (context) => context.wireLate })
  // As it was when an address led here: who has enrolled since may not enrol again.
  const [isPossible] = useState(() => isOpenTo(students, opportunity))
  const able = students.filter((student) => mayEnrol(student, opportunity.opportunityUuid))
  const [state, send] = useActor(wireLate(wireEnrolment).provide({ actions: { close: onClose } }), {
    input: {
      campaign: campaignUuid,
      opportunity: opportunity.opportunityUuid,
      students: able.map(({ studentUuid }) => studentUuid),
      groups: opportunity.groups.filter(({ placesLeft }) => placesLeft > 0).map(({ groupUuid }) => groupUuid),
    },
  })
  if (state.matches('closed')) return null
  const close = () => send({ type: 'modal.close' })
  if (!isPossible) return <NotPossible opportunity={opportunity} students={students} onClose={close} />
  const step = stepOf(state)
  return (
    <Dialog
      open
      onClose={close}
      title={titles[step]}
      description={opportunity.title}
      closeLabel={t`Закрыть`}
      footer={
        <EnrolFooter
          step={step}
          busy={state.hasTag('busy')}
          canGoOn={state.can({ type: 'enrolment.next' })}
          canGoBack={state.can({ type: 'enrolment.back' })}
          isToBePaid={state.context.location !== null}
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

export type Step = 'choosing' | 'confirming' | 'enrolled'

function stepOf(state: { matches: (state: 'choosing' | 'enrolled') => boolean }): Step {
  if (state.matches('choosing')) return 'choosing'
  return state.matches('enrolled') ? 'enrolled' : 'confirming'
}

const titles: Record<Step, ReactNode> = {
  choosing: <Trans>Выберите группу</Trans>,
  confirming: <Trans>Проверьте запись</Trans>,
  enrolled: <Trans>Место ваше</Trans>,
}
