import { useLingui } from '@lingui/react/macro'
import { useTitle } from '#src/i18n/use-title.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { familyOf } from './family.ts'
import { Schedule } from './schedule.tsx'

export default function SchedulePage() {
  const { t } = useLingui()
  const title = useTitle()
  const family = useSessionSelector(({ context }) => familyOf(context))
  return (
    <>
      <PageHeading
        actions={<IconButton variant="outlined" icon="print" label={t`Напечатать`} onClick={() => window.print()} />}
      >
        {title('schedule')}
      </PageHeading>
      <Schedule key={family} family={family} />
    </>
  )
}
