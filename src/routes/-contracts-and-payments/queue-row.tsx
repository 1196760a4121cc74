import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CourseQueue } from '#contract/catalog.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Row } from '#src/ui/rows.tsx'

/** One's place in the line for a course; a place that is held is one press from being taken. */
export function QueueRow({ queue }: { queue: CourseQueue }) {
  const dates = useDates()
  const { courseTitle, courseUuid, groupTitle, groupUuid, studentUuid, position, length, heldUntil } = queue
  return (
    <Row title={courseTitle} note={groupTitle}>
      {heldUntil === null ? (
        <p className="mt-xxs text-sm">
          <Trans>
            В очереди, место {position} из {length}
          </Trans>
          {separator}
          <ScreenLink to="/catalog/$id" params={{ id: courseUuid }} search={{ child: studentUuid }}>
            <Trans>Посмотреть курс</Trans>
          </ScreenLink>
        </p>
      ) : (
        <div className="mt-xs flex flex-wrap items-center gap-xs">
          <Badge tone="accent">
            <Trans>место держат до {dates.dateTime(heldUntil)}</Trans>
          </Badge>
          <Link
            to="/catalog/$id/purchase"
            params={{ id: courseUuid }}
            search={{ child: studentUuid, group: groupUuid }}
            className={buttonClasses({ size: 'small', variant: 'primary' })}
          >
            <Trans>Занять место</Trans>
          </Link>
        </div>
      )}
    </Row>
  )
}
