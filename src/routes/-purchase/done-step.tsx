import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { displayName } from '#contract/people/names.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { isPaidByCustomer, signingStateOf } from '#src/domain/billing/contract-signing.ts'
import { duePayments } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { ContractStatusBadge } from '#src/routes/-query/labels/badges.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import type { StepProps } from './step-props.ts'

/** Result: the contract and its first payment. */
export function DoneStep({ flow }: StepProps) {
  return (
    <FlowStep flow={flow} title={<Trans>Договор составлен</Trans>}>
      <QueryBoundary query={contractsQuery()} skeleton={<SkeletonBlock />}>
        {(contracts) => {
          const contract = contracts.find(({ uuid }) => uuid === flow.location.contract)
          return contract && <NewContract contract={contract} />
        }}
      </QueryBoundary>
      <p className="flex flex-wrap gap-x-lg gap-y-xs">
        <ScreenLink to="/schedule">
          <Trans>Открыть расписание</Trans>
        </ScreenLink>
        <ScreenLink to="/catalog">
          <Trans>Выбрать ещё один курс</Trans>
        </ScreenLink>
      </p>
    </FlowStep>
  )
}

function NewContract({ contract }: { contract: Contract }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { uuid: id, number, program, student } = contract
  const [due] = duePayments([contract], today)
  const sum = due && formatMoney(due.left, i18n.locale)
  const until = due && dates.dayWithYear(due.payment.dueOn)
  if (signingStateOf(contract) === 'own') return <ContractToSign contract={contract} />
  return (
    <EmptyCard
      icon="contract-success"
      tone="success"
      title={
        <Trans>
          Договор <ContractNumber>{number}</ContractNumber>
        </Trans>
      }
      action={
        <ButtonLink to="/contracts-and-payments/$id" params={{ id }} variant="primary">
          {due ? <Trans>К договору и счёту</Trans> : <Trans>К договору</Trans>}
        </ButtonLink>
      }
    >
      <div className="mb-xs">
        <ContractStatusBadge status={contract.status} />
      </div>
      <p>{`${program.title}, ${displayName(student)}`}</p>
      {due && (
        <p className="mt-xs text-ink">
          <Trans>
            Первый платёж до {until}: {sum}. Договор будет заключён, когда он поступит.
          </Trans>
        </p>
      )}
    </EmptyCard>
  )
}

/** The contract holds the place and waits for the signature. */
function ContractToSign({
  contract: { uuid: id, number, program, student, signing, payments },
}: {
  contract: Contract
}) {
  const dates = useDates()
  const until = signing && dates.dayWithYear(signing.until)
  return (
    <EmptyCard
      icon="contract-neutral"
      title={
        <Trans>
          Осталось подписать договор <ContractNumber>{number}</ContractNumber>
        </Trans>
      }
      action={
        <ButtonLink to="/contracts-and-payments/$id" params={{ id }} search={{ dialog: 'sign' }} variant="primary">
          <Trans>Подписать</Trans>
        </ButtonLink>
      }
    >
      <p>{`${program.title}, ${displayName(student)}`}</p>
      <p className="mt-xs text-ink">
        {isPaidByCustomer(payments) ? (
          <Trans>Место за вами. Подпишите договор кодом из сообщения до {until}: платежи начнутся после подписи.</Trans>
        ) : (
          <Trans>Место за вами. Подпишите договор кодом из сообщения до {until}.</Trans>
        )}
      </p>
    </EmptyCard>
  )
}
