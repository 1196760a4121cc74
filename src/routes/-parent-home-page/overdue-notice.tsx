import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contractsQuery } from '#src/api/contracts.ts'
import { paymentSummaryOf } from '#src/domain/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { optionalQuery } from './home-block.tsx'

/** Total of overdue payments. */
export function OverdueNotice() {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const { data: contracts = [] } = useQuery(optionalQuery(contractsQuery()))
  const { overdue } = paymentSummaryOf(contracts, today)
  if (overdue.count === 0) return null
  return (
    <div className="mb-lg">
      <Notice
        tone="error"
        title={<Trans>Долг {formatMoney(overdue.sum, i18n.locale)}</Trans>}
        action={
          <Link to="/contracts-and-payments" className={buttonClassNames({ size: 'small' })}>
            <Trans>Счёт и реквизиты</Trans>
          </Link>
        }
      >
        <Plural
          value={overdue.count}
          one="# платёж просрочен"
          few="# платежа просрочены"
          many="# платежей просрочено"
          other="# платежа просрочено"
        />
      </Notice>
    </div>
  )
}
