import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ScheduleView, scheduleViews } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import type { ViewerRoleGroup } from '#src/api/schedule.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { calendarViewLabels } from '#src/i18n/lesson-labels.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Spinner } from '#src/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { ScheduleFiltersButton } from './schedule-filters.tsx'
import { ScheduleMenu } from './schedule-menu.tsx'
import { useAdjacentPeriod } from './views/day-list.tsx'
import { monthName, monthTableTitle, periodTitle, unitOf } from './views/period.ts'

type ScheduleToolbarProps = {
  roleGroup: ViewerRoleGroup
  /** Default: the month. */
  view: ScheduleView | undefined
  date: string
  today: string
  /** The month is the weeks around today. */
  isAroundToday: boolean
  busy: boolean
  /** A control leads to the period of this day. */
  onTurn: (to: string) => void
  /** At the end of the title. */
  children: ReactNode
}

/** From `md`: title of the period, navigation, selection of the view, filters and menu: one row, two where it is narrow. */
export function ScheduleToolbar(props: ScheduleToolbarProps) {
  const { roleGroup, view, date, today, busy, onTurn, children } = props
  const { i18n } = useLingui()
  const stepped = view ?? 'month'
  const title =
    stepped === 'month'
      ? monthTableTitle(date, props.isAroundToday, i18n.locale)
      : periodTitle(stepped, date, i18n.locale)
  return (
    <div className="flex flex-wrap pb-sm items-center gap-xs">
      <div className="flex min-w-[320px] flex-1 items-center gap-xs">
        <PeriodArrow {...props} view={stepped} step={-1} />
        <PeriodArrow {...props} view={stepped} step={1} />
        <PeriodTitle>{title}</PeriodTitle>
        {busy && (
          <span className="animate-fade-in-delayed">
            <Spinner />
          </span>
        )}
        {children}
      </div>
      {/* Less than 880 px beside the menu. A container query would displace the open menu in Chromium before 129. */}
      <div className="flex gap-xs [@media(max-width:944px),(min-width:1024px)_and_(max-width:1244px)]:order-last [@media(max-width:944px),(min-width:1024px)_and_(max-width:1244px)]:w-full">
        <PeriodLink to={today} today={today} onTurn={onTurn}>
          <Trans>Сегодня</Trans>
        </PeriodLink>
        <div className="grid min-w-0 [@media(max-width:944px),(min-width:1024px)_and_(max-width:1244px)]:flex-1">
          <ViewControl view={stepped} />
        </div>
      </div>
      <ScheduleFiltersButton />
      <ScheduleMenu roleGroup={roleGroup} />
    </div>
  )
}

type PeriodArrowProps = Pick<ScheduleToolbarProps, 'date' | 'today' | 'isAroundToday' | 'onTurn'> & {
  view: ScheduleView
  step: 1 | -1
}

/** The arrow to the period before or after the shown one; from the weeks around today back to the whole month. */
export function PeriodArrow({ view, date, today, isAroundToday, onTurn, step }: PeriodArrowProps) {
  const { t, i18n } = useLingui()
  const to = useAdjacentPeriod({ view, date, today, isAroundToday })(step)
  const { previous, next } = stepLabels[unitOf(view)]
  const linkProps = { to, today, onTurn }
  if (step === 1) return <PeriodLink {...linkProps} icon="arrow-right" label={i18n._(next)} />
  const month = monthName(date, i18n.locale)
  const isWhole = view === 'month' && to === monthKeyOf(date)
  return <PeriodLink {...linkProps} icon="arrow-left" label={isWhole ? t`Весь ${month}` : i18n._(previous)} />
}

const stepLabels = {
  day: { previous: msg`Предыдущий день`, next: msg`Следующий день` },
  week: { previous: msg`Предыдущая неделя`, next: msg`Следующая неделя` },
  month: { previous: msg`Предыдущий месяц`, next: msg`Следующий месяц` },
}

export function PeriodTitle({ children }: { children: string }) {
  return (
    <h2 aria-live="polite" className="min-w-0 text-base first-letter:uppercase md:px-xs md:text-xl">
      {children}
    </h2>
  )
}

function ViewControl({ view }: { view: ScheduleView }) {
  const { t, i18n } = useLingui()
  const { show } = useScreenSearch('schedule')
  const labels = {
    month: i18n._(calendarViewLabels.month),
    week: i18n._(calendarViewLabels.week),
    day: t`День`,
    list: t`Список`,
  }
  return (
    <SegmentedControl
      legend={t`Показать`}
      value={view}
      options={scheduleViews.map((value) => ({ value, label: labels[value] }))}
      onChange={(value) => show({ view: value })}
    />
  )
}

type PeriodLinkProps = { to: string; today: string; onTurn: (to: string) => void } & (
  | { icon: IconName; label: string; children?: undefined }
  | { icon?: undefined; label?: undefined; children: ReactNode }
)

/** A link to another period; hovering over it preloads its schedule. */
function PeriodLink({ to, today, onTurn, icon, label, children }: PeriodLinkProps) {
  return (
    <ButtonLink
      from="/schedule"
      to="/schedule"
      search={(now) => screens.schedule.search({ ...now, date: to === today ? undefined : to, item: undefined })}
      resetScroll={false}
      activeOptions={{ exact: true }}
      aria-label={label}
      title={label}
      onClick={() => onTurn(to)}
    >
      {icon ? <Icon name={icon} /> : children}
    </ButtonLink>
  )
}
