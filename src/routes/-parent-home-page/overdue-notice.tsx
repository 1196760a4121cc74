import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contractsQuery } from '#src/api/contracts.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { summaryOf } from '#src/school/payments.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Notice } from '#src/ui/notice.tsx'
import { alone } from './block.tsx'

/** Above everything, when something is overdue. */
export function OverdueNotice() {
  const { i18n } = useLingui()
  const { today } = useMoment()
  const { data: contracts = [] } = useQuery(alone(contractsQuery()))
  const { overdue } = summaryOf(contracts, today)
  if (overdue.count === 0) return null
  return (
    <div className="mb-lg">
      <Notice
        tone="error"
        title={<Trans>Долг {formatMoney(overdue.sum, i18n.locale)}</Trans>}
        action={
          <Link to="/contracts-and-payments" className={buttonClasses({ size: 'small' })}>
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
