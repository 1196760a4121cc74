import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { scheduleChangesQuery } from '#src/api/news.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ChangedTime } from '#src/routes/-frame/changed-time.tsx'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { useNow } from '#src/routes/-frame/use-moment.ts'
import type { Change } from '#src/school/changes.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { alone, Block, NewDot, Quiet } from './block.tsx'
import { changesToTell } from './changes.ts'
import { useNames } from './use-names.ts'

/** What was moved or cancelled lately, the latest first. */
export function ChangesBlock() {
  const now = useNow()
  return (
    <Block
      title={<Trans>Что изменилось</Trans>}
      link={
        <ScreenLink to="/schedule">
          <Trans>В расписание</Trans>
        </ScreenLink>
      }
    >
      <Loaded
        query={alone(scheduleChangesQuery())}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(changes) => changesToTell(changes, now).length === 0}
        empty={
          <Quiet icon="calendar">
            <Trans>Всё по плану. Переносы и отмены занятий появятся здесь.</Trans>
          </Quiet>
        }
      >
        {(changes) => (
          <Card padding="flush">
            <ul className="divide-y divide-line-soft">
              {changesToTell(changes, now).map((change) => (
                <li key={change.itemUuid}>
                  <ChangeRow change={change} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
    </Block>
  )
}

/** A change, the old time struck through; it opens its lesson on the schedule. */
function ChangeRow({ change }: { change: Change }) {
  const dates = useDates()
  const names = useNames()
  const { itemUuid, category, subject, title, state, startsAt, place, isNew, students } = change
  const isLesson = category === 'lessons'
  const isCancelled = state === 'cancelled'
  return (
    <Link
      to="/schedule"
      search={{ date: dates.dayOf(startsAt), item: itemUuid }}
      className="block px-base py-sm transition-colors hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
        <span className="flex min-w-0 items-baseline gap-xs">
          {isNew && <NewDot />}
          <span className="min-w-0 font-medium">{isLesson ? (subject ?? title) : title}</span>
        </span>
        <Badge tone={isCancelled ? 'error' : 'warning'}>
          {isCancelled ? <Trans>Отменено</Trans> : <Trans>Перенесено</Trans>}
        </Badge>
      </span>
      <span className="block">
        <ChangedTime change={change} />
      </span>
      <span className="block text-sm text-ink-muted">
        {[names(students), isLesson && subject !== null ? title : null, isCancelled ? null : place]
          .filter(Boolean)
          .join(separator)}
      </span>
    </Link>
  )
}
