import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function CatalogPage() {
  const { t } = useLingui()
  return (
    <ComingPage
      name="catalog"
      icon="catalog"
    >{t`Здесь будут курсы школы с отбором по предмету, классу, формату и площадке.`}</ComingPage>
  )
}
