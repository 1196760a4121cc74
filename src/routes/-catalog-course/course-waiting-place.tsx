import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CourseWaitingList } from '#contract/catalog.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { LeaveWaitingListButton, WaitingListExplanation } from '#src/routes/-shell/flow/waiting-list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'

type CourseWaitingPlaceProps = {
  queue: CourseWaitingList
  /** Title of the group as its card shows it. */
  title: string
  onButtonRemoved: () => void
  /** Compact form for a row of the comparison: without the explanation. */
  isCompact?: boolean
  /** Action that takes a held place. */
  children?: ReactNode
}

/** The student's position in a waiting list, or the place that is held for the student (D-40). */
export function CourseWaitingPlace({
  queue,
  title,
  onButtonRemoved,
  isCompact = false,
  children,
}: CourseWaitingPlaceProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { position, length, heldUntil } = queue
  const until = heldUntil && dates.dateTime(heldUntil)
  const place =
    until === null ? (
      <Trans>
        Вы в очереди: {position} из {length}
      </Trans>
    ) : (
      <Trans>Место держим за вами до {until}</Trans>
    )
  return (
    <>
      {isCompact ? (
        <p className="font-medium">{place}</p>
      ) : (
        <Notice tone={until === null ? 'info' : 'success'} title={place}>
          {until === null && <WaitingListExplanation />}
        </Notice>
      )}
      {children}
      <LeaveWaitingListButton
        of="course"
        place={queue}
        wide
        variant="quiet"
        aria-label={until === null ? t`Выйти из очереди в группу ${title}` : t`Отказаться от места в группе ${title}`}
        onButtonRemoved={onButtonRemoved}
      >
        {until === null ? <Trans>Выйти из очереди</Trans> : <Trans>Отказаться от места</Trans>}
      </LeaveWaitingListButton>
    </>
  )
}
