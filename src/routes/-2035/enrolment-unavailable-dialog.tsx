import { Trans, useLingui } from '@lingui/react/macro'
import type { Offer, OfferStudent } from '#contract/schedule.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { EligibilityRules } from './eligibility-rules.tsx'

type EnrolmentUnavailableDialogProps = {
  opportunity: Offer['opportunities'][number]
  students: readonly OfferStudent[]
  onClose: () => void
}

/** Explains to users who followed a link why no student can enrol. */
export function EnrolmentUnavailableDialog({ opportunity, students, onClose }: EnrolmentUnavailableDialogProps) {
  const { t } = useLingui()
  const { opportunityUuid, title, groups } = opportunity
  const isFull = groups.every(({ placesLeft }) => placesLeft <= 0)
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Записаться сейчас нельзя</Trans>}
      description={title}
      closeLabel={t`Закрыть`}
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
