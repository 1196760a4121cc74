import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import type { ViewerRoleGroup } from '#src/api/schedule.ts'
import { FilterDialog } from '#src/routes/-flow/filters/filters-button.tsx'
import { MenuButton } from '#src/routes/-flow/menu-button.tsx'
import { ButtonLink, RouterLink } from '#src/routes/-flow/router-link.tsx'
import { TicketDialog } from '#src/routes/-flow/tickets/new-ticket-layer.tsx'
import { AccountOwnerButton, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useIsClosed } from '#src/routes/-query/use-is-closed.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Icon } from '#src/ui/icon.tsx'
import type { MenuGroup, MenuItem } from '#src/ui/overlay/menu.tsx'
import { ScheduleFilterDialog, useFilterCount } from './schedule-filters.tsx'
import { PrintedPeriod } from './views/period-view.tsx'

/** Two entries of the menu beside the changes, where there is room for them. */
export function ScheduleActions() {
  const { open } = useScreenSearch('schedule')
  const isImpersonating = useIsImpersonating()
  const isClosed = useIsClosed()
  return (
    <div className="ml-auto flex gap-xs max-xl:hidden print:hidden">
      {!isClosed('schedule-change') && (
        <ButtonLink to="/change-schedule" size="small" icon={<Icon name="switch" size={16} />}>
          <Trans>Сменить группу</Trans>
        </ButtonLink>
      )}
      {/* The menu also shows why it is disabled. */}
      {!isImpersonating && (
        <AccountOwnerButton
          size="small"
          icon={<Icon name="email" size={16} />}
          opens={TicketDialog}
          onClick={() => open({ tickets: 'new', item: undefined })}
        >
          <Trans>Написать о расписании</Trans>
        </AccountOwnerButton>
      )}
    </div>
  )
}

const FeedDialog = lazyComponent('feed-dialog', () => import('./feed/feed-dialog.tsx'), 'FeedDialog')

type ScheduleMenuProps = {
  roleGroup: ViewerRoleGroup
  /** Where there is no room for the button of the filters. */
  hasFilters?: boolean
}

/** The actions of the schedule that are rarely used, and their dialogs; the URL keeps them open. */
export function ScheduleMenu({ roleGroup, hasFilters = false }: ScheduleMenuProps) {
  const { t } = useLingui()
  const printPage = useRouteContext({ from: '__root__', select: (context) => context.printPage })
  const { search, open, close } = useScreenSearch('schedule')
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const isImpersonating = useIsImpersonating()
  const isClosed = useIsClosed()
  const filterCount = useFilterCount()
  const filters: MenuItem[] = [
    {
      key: 'filters',
      title: filterCount === 0 ? t`Фильтры` : t`Фильтры: ${filterCount}`,
      icon: 'filter',
      onFocus: FilterDialog.prefetch,
      onSelect: () => open({ dialog: 'filters' }),
    },
  ]
  const tickets: MenuItem[] = [
    {
      key: 'ticket',
      title: t`Написать о расписании`,
      icon: 'email',
      disabled: isImpersonating,
      onFocus: TicketDialog.prefetch,
      onSelect: () => open({ tickets: 'new', item: undefined }),
    },
  ]
  const reason = isImpersonating ? { label: t`Вы вошли под пользователем: писать за него нельзя.` } : {}
  const transfer: MenuItem = {
    key: 'transfer',
    title: t`Сменить группу`,
    icon: 'switch',
    href: '/change-schedule',
    Link: RouterLink,
  }
  const calendar: MenuItem[] = [
    {
      key: 'feed',
      title: t`Подписаться на календарь`,
      icon: 'calendar',
      onFocus: FeedDialog.prefetch,
      onSelect: () => open({ dialog: 'feed' }),
    },
    ...(isClosed('schedule-change') ? [] : [transfer]),
    {
      key: 'print',
      title: t`Напечатать`,
      icon: 'print',
      onFocus: PrintedPeriod.prefetch,
      // Without its layout the page is printed as it is.
      onSelect: () => void PrintedPeriod.prefetch().then(printPage),
    },
  ]
  const groups: MenuGroup[] = [
    ...(hasFilters ? [{ key: 'filters', entries: filters }] : []),
    ...(isVisitor ? [] : [{ key: 'tickets', ...reason, entries: tickets }]),
    { key: 'calendar', entries: calendar },
  ]
  return (
    <>
      <MenuButton variant="outlined" label={t`Ещё`} groups={groups}>
        <Icon name="more" />
      </MenuButton>
      <ScheduleFilterDialog />
      {search.dialog === 'feed' && <FeedDialog roleGroup={roleGroup} onClose={() => close({ dialog: undefined })} />}
    </>
  )
}
