import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function ProgressPage() {
  const { t } = useLingui()
  return (
    <ComingPage
      name="progress"
      icon="progress"
    >{t`Здесь будут посещаемость, домашние работы и тесты по каждой группе.`}</ComingPage>
  )
}
