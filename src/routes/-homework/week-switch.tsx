import { Trans, useLingui } from '@lingui/react/macro'
import { nearDayRangeText } from '#src/domain/date-range-text.ts'
import { shiftDay, startOfWeek } from '#src/i18n/calendar-days.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'

/** Title of the week, and links to the weeks around it and back. */
export function WeekSwitch({ monday, today }: { monday: string; today: string }) {
  const { t, i18n } = useLingui()
  const thisMonday = startOfWeek(today)
  return (
    <div className="flex min-h-[44px] items-center gap-xs md:mb-sm">
      <WeekLink
        to={shiftDay(monday, -7, 'day')}
        thisMonday={thisMonday}
        icon="arrow-left"
        label={t`Предыдущая неделя`}
      />
      <WeekLink
        to={shiftDay(monday, 7, 'day')}
        thisMonday={thisMonday}
        icon="arrow-right"
        label={t`Следующая неделя`}
      />
      <h2 aria-live="polite" className="min-w-0 flex-1 text-base md:text-xl">
        {nearDayRangeText(monday, shiftDay(monday, 6, 'day'), { today, locale: i18n.locale })}
      </h2>
      {monday !== thisMonday && (
        <ButtonLink from="/homework" to="/homework" search={(now) => ({ ...now, date: undefined })} resetScroll={false}>
          <Trans>Эта неделя</Trans>
        </ButtonLink>
      )}
    </div>
  )
}

type WeekLinkProps = { to: string; thisMonday: string; icon: IconName; label: string }

/** Hovering over it preloads the homework of its week. */
function WeekLink({ to, thisMonday, icon, label }: WeekLinkProps) {
  return (
    <span className="flex shrink-0 max-md:*:min-w-control max-md:*:border-transparent max-md:*:bg-transparent max-md:*:shadow-none">
      <ButtonLink
        from="/homework"
        to="/homework"
        search={(now) => ({ ...now, date: to === thisMonday ? undefined : to })}
        resetScroll={false}
        activeOptions={{ exact: true }}
        aria-label={label}
        title={label}
      >
        <Icon name={icon} />
      </ButtonLink>
    </span>
  )
}
