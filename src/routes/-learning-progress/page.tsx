import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function LearningProgressPage() {
  const { t } = useLingui()
  return (
    <ComingPage
      name="learning-progress"
      icon="award"
    >{t`Здесь будут успехи всех детей рядом: посещаемость, домашние работы и тесты.`}</ComingPage>
  )
}
