import { Trans, useLingui } from '@lingui/react/macro'
import { routeTitles } from '#src/i18n/route-titles.ts'
import { NothingForGroup } from '#src/routes/-frame/nothing-for-group.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { familyOf } from './family.ts'
import { Schedule } from './schedule.tsx'

export default function SchedulePage() {
  const { t, i18n } = useLingui()
  const family = useSessionSelector(({ context }) => familyOf(context))
  const print =
    family === null ? undefined : (
      <IconButton variant="outlined" icon="print" label={t`Напечатать`} onClick={() => window.print()} />
    )
  return (
    <>
      <PageHeading actions={print}>{i18n._(routeTitles.schedule)}</PageHeading>
      {family === null ? (
        <NothingForGroup fitting={['parent', 'student']} page="/schedule">
          <Trans>Расписание есть у учеников и у родителей: своё или детей.</Trans>
        </NothingForGroup>
      ) : (
        <Schedule key={family} family={family} />
      )}
    </>
  )
}
