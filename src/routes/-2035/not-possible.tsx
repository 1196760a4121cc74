import { Trans, useLingui } from '@lingui/react/macro'
import type { Offer, OfferStudent } from '#contract/schedule.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Rules } from './rules.tsx'

type NotPossibleProps = {
  opportunity: Offer['opportunities'][number]
  students: readonly OfferStudent[]
  onClose: () => void
}

/** An address led here, and nobody can enrol: why not, for each child, or that there is no place. */
export function NotPossible({ opportunity, students, onClose }: NotPossibleProps) {
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
            <Rules student={student} opportunityUuid={opportunityUuid} />
          </div>
        ))}
      </div>
    </Dialog>
  )
}
