import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Child } from '#contract/shapes.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import type { ScheduleEntry } from '#src/school/entries.ts'
import { daysWords } from '#src/school/when-words.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Card } from '#src/ui/card.tsx'
import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { tinted } from '#src/ui/tone.ts'
import type { DaysAhead } from './days-ahead.ts'
import { ItemRow } from './item-row.tsx'
import { NextUp } from './next-up.tsx'

type ChildCardProps = { child: Child; ahead: DaysAhead; next: ScheduleEntry | null; today: string }

/** One child: what is now or next, today and tomorrow, and what lasts over them. */
export function ChildCard({ child: { uuid, firstName, lastName, avatar }, ahead, next, today }: ChildCardProps) {
  const { i18n } = useLingui()
  const { days, bands, later } = ahead
  return (
    <Card as="article">
      <h3 className="flex items-center gap-sm text-lg">
        <Avatar name={`${firstName} ${lastName}`} src={avatar} size="small" />
        {firstName}
      </h3>
      {next && <NextUp entry={next} />}
      {bands.map(({ key, title, from, to, tone, icon }) => (
        <p key={key} className={classes('mt-sm flex items-start gap-xs rounded px-sm py-xs', tinted[tone])}>
          <span className="mt-half">
            <Icon name={icon} />
          </span>
          <span>
            <span className="font-medium">{title}</span>, {daysWords(from, to, i18n.locale)}
          </span>
        </p>
      ))}
      {days.every(({ items }) => items.length === 0) ? (
        <p className="mt-sm">
          <Trans>Сегодня и завтра ничего не запланировано</Trans>
        </p>
      ) : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-x-lg">
          {days.map(({ day, items }) => (
            <Day key={day} day={day} items={items} child={uuid} today={today} />
          ))}
        </div>
      )}
      {later > 0 && (
        <p className="mt-sm text-sm print:hidden">
          <ScreenLink to="/schedule" search={{ view: 'week', filter: { child: uuid } }}>
            <Plural
              value={later}
              one="Ещё # событие на неделе"
              few="Ещё # события на неделе"
              many="Ещё # событий на неделе"
              other="Ещё # события на неделе"
            />
          </ScreenLink>
        </p>
      )}
    </Card>
  )
}

type DayProps = DaysAhead['days'][number] & { child: string; today: string }

function Day({ day, items, child, today }: DayProps) {
  const dates = useDates()
  return (
    <section className="mt-sm min-w-0">
      <h4 className="text-sm text-ink-muted">
        {day === today ? <Trans>Сегодня</Trans> : <Trans>Завтра, {dates.weekday(day)}</Trans>}
      </h4>
      {items.length === 0 ? (
        <p className="py-xs">
          <Trans>Ничего не запланировано</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {items.map((item) => (
            <li key={item.key}>
              <ItemRow item={item} child={child} today={today} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
