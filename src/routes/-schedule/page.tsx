import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { familyOf } from '#src/api/schedule.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { FeedButton } from './feed-button.tsx'
import { Schedule } from './schedule.tsx'
import { TicketActions } from './ticket-actions.tsx'
import { ZoneNote } from './zone-note.tsx'

export default function SchedulePage() {
  const { t } = useLingui()
  const title = useTitle()
  const family = useSessionSelector(({ context }) => familyOf(context.roleGroup))
  return (
    // As wide as the window beyond the frame: a calendar has a use for it.
    <div className="xxl:mr-[clamp(-400px,(1440px-100vw)/2,0px)] print:mr-0">
      <div className="relative">
        <PageHeading
          actions={
            <>
              <ZoneNote />
              <TicketActions />
              <FeedButton family={family} />
              <Link to="/change-schedule" className={buttonClasses({ variant: 'secondary' })}>
                <Icon name="switch" />
                <Trans>Сменить группу</Trans>
              </Link>
              <IconButton variant="outlined" icon="print" label={t`Напечатать`} onClick={() => window.print()} />
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
