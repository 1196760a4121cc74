import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Contract } from '#contract/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { duePayments } from '#src/school/payments.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import type { StepProps } from './flow.ts'
import { StepFrame } from './step-frame.tsx'

/** What came of it: the contract, and what is to be paid first and until when. */
export function Done({ flow }: StepProps) {
  return (
    <StepFrame flow={flow} title={<Trans>Договор оформлен</Trans>}>
      <Loaded query={contractsQuery()} skeleton={<SkeletonBlock />}>
        {(contracts) => {
          const contract = contracts.find(({ uuid }) => uuid === flow.place.contract)
          return contract && <Made contract={contract} />
        }}
      </Loaded>
      <p className="flex flex-wrap gap-x-lg gap-y-xs">
        <ScreenLink to="/schedule">
          <Trans>Открыть расписание</Trans>
        </ScreenLink>
        <ScreenLink to="/catalog">
          <Trans>Выбрать ещё один курс</Trans>
        </ScreenLink>
      </p>
    </StepFrame>
  )
}

function Made({ contract }: { contract: Contract }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useMoment()
  const { uuid: id, number, program, student } = contract
  const [due] = duePayments([contract], today)
  const sum = due && formatMoney(due.left, i18n.locale)
  const until = due && dates.dayWithYear(due.payment.dueOn)
  return (
    <Card>
      <EmptyState
        icon="check"
        title={<Trans>Договор № {number}</Trans>}
        action={
          <Link to="/contracts-and-payments/$id" params={{ id }} className={buttonClasses({ variant: 'primary' })}>
            {due ? <Trans>К договору и счёту</Trans> : <Trans>К договору</Trans>}
          </Link>
        }
      >
        <p>{`${program.title}, ${student.firstName} ${student.lastName}`}</p>
        {due && (
          <p className="mt-xs text-ink">
            <Trans>
              Первый платёж: {sum}, до {until}
            </Trans>
          </p>
        )}
      </EmptyState>
    </Card>
  )
}
