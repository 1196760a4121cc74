import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { callFamilyOf, type ScheduleGroup } from '#src/api/schedule.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { ButtonLink } from '#src/routes/-shell/shell/router-link.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Schedule } from './schedule.tsx'
import { TicketActions } from './ticket/ticket-actions.tsx'
import { TimeZoneNote } from './time-zone-note.tsx'

export default function SchedulePage() {
  const { t } = useLingui()
  const title = useScreenTitle()
  const printPage = useRouteContext({ from: '__root__', select: (context) => context.printPage })
  const family = useSessionSelector(({ context }) => callFamilyOf(context.roleGroup))
  return (
    // The calendar uses the full width of the window.
    <div className="xxl:mr-[clamp(-400px,(1440px-100vw)/2,0px)] print:mr-0">
      <div className="relative">
        <PageHeading
          actions={
            <>
              <TimeZoneNote />
              <TicketActions />
              <FeedButton family={family} />
              <ButtonLink to="/change-schedule">
                <Icon name="switch" />
                <Trans>Сменить группу</Trans>
              </ButtonLink>
              <IconButton variant="outlined" icon="print" label={t`Напечатать`} onClick={printPage} />
            </>
          }
        >
          {title('schedule')}
        </PageHeading>
      </div>
      <Schedule key={family} family={family} />
    </div>
  )
}

const FeedDialog = lazyComponent('feed-dialog', () => import('./feed/feed-dialog.tsx'), 'FeedDialog')

function FeedButton({ family }: { family: ScheduleGroup }) {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('schedule')
  return (
    <>
      <Button
        icon={<Icon name="calendar" />}
        aria-label={t`Подписаться на календарь`}
        aria-haspopup="dialog"
        onPointerEnter={FeedDialog.prefetch}
        onFocus={FeedDialog.prefetch}
        onClick={() => open({ dialog: 'feed' })}
      >
        <span className="max-md:hidden">
          <Trans>Подписаться на календарь</Trans>
        </span>
      </Button>
      {search.dialog === 'feed' && <FeedDialog family={family} onClose={() => close({ dialog: undefined })} />}
    </>
  )
}
