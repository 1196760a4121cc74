import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function PurchasePage() {
  const { t } = useLingui()
  return <ComingPage name="purchase" icon="catalog">{t`Здесь будут группы курса и запись в них.`}</ComingPage>
}
