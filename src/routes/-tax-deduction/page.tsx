import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function TaxDeductionPage() {
  const { t } = useLingui()
  return (
    <ComingPage
      name="tax-deduction"
      icon="tax"
    >{t`Здесь будут суммы оплаты за год, размер вычета и справка.`}</ComingPage>
  )
}
