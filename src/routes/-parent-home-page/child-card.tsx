import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Child } from '#contract/shapes.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { daysWords } from '#src/school/when-words.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Card } from '#src/ui/card.tsx'
import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { tinted } from '#src/ui/tone.ts'
import type { DaysAhead } from './days-ahead.ts'
import { ItemRow } from './item-row.tsx'

type ChildCardProps = { child: Child; ahead: DaysAhead; today: string }

/** One child: today, the next days that have something, and what lasts over them. */
export function ChildCard({ child: { uuid, firstName, lastName, avatar }, ahead, today }: ChildCardProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { days, bands, hidden } = ahead
  const dayWords = (day: string) => {
    if (day === today) return t`Сегодня`
    return day === shiftDay(today, 1, 'day') ? t`Завтра, ${dates.day(day)}` : dates.weekday(day)
  }
  return (
    <Card as="article">
      <h3 className="flex items-center gap-sm text-lg">
        <Avatar name={`${firstName} ${lastName}`} src={avatar} />
        {firstName}
      </h3>
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
      {days.map(({ day, items }) => (
        <section key={day} className="mt-base">
          <h4 className="text-sm text-ink-muted first-letter:uppercase">{dayWords(day)}</h4>
          {items.length === 0 ? (
            <p className="py-xs">
              <Trans>Ничего не запланировано</Trans>
            </p>
          ) : (
            <ul className="divide-y divide-line-soft">
              {items.map((item) => (
                <li key={item.key}>
                  <ItemRow item={item} child={uuid} today={today} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {hidden > 0 && (
        <p className="mt-sm text-sm print:hidden">
          <ScreenLink to="/schedule" search={{ view: 'week', filter: { child: uuid } }}>
            <Plural
              value={hidden}
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
