import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function GradeBookPage() {
  const { t } = useLingui()
  return <ComingPage name="grade-book" icon="grade-book">{t`Здесь будут оценки по предметам и четвертям.`}</ComingPage>
}
