import { useLingui } from '@lingui/react/macro'
import { familyOf } from '#src/api/schedule.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
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
    <>
      <div className="relative">
        <PageHeading
          actions={
            <>
              <ZoneNote />
              <TicketActions />
              <FeedButton family={family} />
              <IconButton variant="outlined" icon="print" label={t`Напечатать`} onClick={() => window.print()} />
            </>
          }
        >
          {title('schedule')}
        </PageHeading>
      </div>
      <Schedule key={family} family={family} />
    </>
  )
}
