import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useNames } from './use-names.ts'
import type { Waiting } from './waiting.ts'

/** One thing that waits, with the way to where it is answered. */
export function WaitingRow({ waiting }: { waiting: Waiting }) {
  const dates = useDates()
  const names = useNames()
  switch (waiting.kind) {
    case 'held': {
      const { groupTitle, groupUuid, contractUuid, studentUuid } = waiting.queue
      return (
        <Row
          icon="bell"
          to={{ to: '/change-schedule', search: { contract: contractUuid, group: groupUuid } }}
          title={<Trans>Для вас держат место в группе</Trans>}
          badge={
            <Badge tone="accent">
              <Trans>ответьте до {dates.dateTime(waiting.until)}</Trans>
            </Badge>
          }
          note={[names([studentUuid]), groupTitle]}
        />
      )
    }
    case 'queue': {
      const { groupTitle, studentUuid } = waiting.queue
      return (
        <Row
          icon="list"
          to={{ to: '/change-schedule' }}
          title={<Trans>В очереди, место {waiting.position}</Trans>}
          note={[names([studentUuid]), groupTitle]}
        />
      )
    }
    case 'move': {
      const { studentUuid, effectiveFrom, to } = waiting.move
      return (
        <Row
          icon="switch"
          to={{ to: '/change-schedule' }}
          title={<Trans>Переход в другую группу с {dates.day(effectiveFrom)}</Trans>}
          note={[names([studentUuid]), to.title]}
        />
      )
    }
    case 'ticket': {
      const { number, createdAt } = waiting.ticket
      return (
        <Row
          icon="email"
          to={{ to: '/schedule', search: { dialog: 'tickets' } }}
          title={waiting.isAnswered ? <Trans>Школа ответила на письмо</Trans> : <Trans>Письмо ждёт ответа</Trans>}
          note={[number, dates.day(dates.dayOf(createdAt))]}
        />
      )
    }
  }
}

type RowProps = {
  icon: IconName
  to: { to: string; search?: object }
  title: ReactNode
  badge?: ReactNode
  note: readonly string[]
}

function Row({ icon, to, title, badge, note }: RowProps) {
  return (
    <Link
      {...to}
      className="flex items-center gap-sm px-base py-sm transition-colors hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span className="text-ink-muted">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <span className="font-medium">{title}</span>
          {badge}
        </span>
        <span className="block text-sm text-ink-muted">{note.filter(Boolean).join(separator)}</span>
      </span>
      <span className="text-ink-muted">
        <Icon name="arrow-right" />
      </span>
    </Link>
  )
}
