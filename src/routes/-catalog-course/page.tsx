import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function CatalogCoursePage() {
  const { t } = useLingui()
  return <ComingPage name="catalog-course" icon="catalog">{t`Здесь будут группы курса и запись в них.`}</ComingPage>
}
