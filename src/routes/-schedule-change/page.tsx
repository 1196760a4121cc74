import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function ScheduleChangePage() {
  const { t } = useLingui()
  return <ComingPage name="schedule-change" icon="switch">{t`Здесь можно будет перейти в другую группу.`}</ComingPage>
}
