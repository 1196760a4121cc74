import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouteContext } from '@tanstack/react-router'
import { callFamilyOf } from '#src/api/schedule.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { FeedButton } from './feed/feed-button.tsx'
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
              <Link to="/change-schedule" className={buttonClassNames({ variant: 'secondary' })}>
                <Icon name="switch" />
                <Trans>Сменить группу</Trans>
              </Link>
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
