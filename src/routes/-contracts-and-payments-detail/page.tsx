import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import type { Contract } from '#contract/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { separator } from '#src/i18n/separator.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { ContractStatusBadge } from '#src/routes/-frame/contract-status-badge.tsx'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { SkeletonBlock, SkeletonTable } from '#src/ui/skeleton.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { Details } from './details.tsx'
import { GroupChanges } from './group-changes.tsx'
import { PaymentTable } from './payment-table.tsx'
import { Sums } from './sums.tsx'

const route = getRouteApi('/contracts-and-payments/$id')
const BackLink = createLink(TextLink)

export default function ContractPage() {
  const { id } = route.useParams()
  const ofAddress = (contracts: readonly Contract[]) => contracts.find(({ uuid }) => uuid === id) ?? null
  return (
    <>
      <Heading of={ofAddress} />
      <Loaded query={contractsQuery()} skeleton={<ContractSkeleton />}>
        {(contracts) => {
          const contract = ofAddress(contracts)
          return contract === null ? <NoSuchContract /> : <Full contract={contract} />
        }}
      </Loaded>
    </>
  )
}

/** The page has its heading and the way back at once; the contract's own title follows. */
function Heading({ of }: { of: (contracts: readonly Contract[]) => Contract | null }) {
  const { t } = useLingui()
  const title = useTitle()
  const { data: contract } = useQuery({ ...contractsQuery(), select: of })
  const back = (
    <BackLink to="/contracts-and-payments">
      <Trans>Все договоры</Trans>
    </BackLink>
  )
  if (!contract) {
    const heading = contract === null ? t`Договор не найден` : title('contracts-and-payments-detail')
    return <PageHeading back={back}>{heading}</PageHeading>
  }
  const { program, status, student } = contract
  return (
    <PageHeading
      back={back}
      aside={<ContractStatusBadge status={status} />}
      lead={`${student.firstName} ${student.lastName}${separator}${program.schoolYear}`}
    >
      {program.title}
    </PageHeading>
  )
}

function Full({ contract }: { contract: Contract }) {
  const { today } = useMoment()
  return (
    <div className="flex flex-col gap-lg">
      <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-lg">
          <Sums contract={contract} today={today} />
          <GroupChanges contract={contract.uuid} />
        </div>
        <Details contract={contract} />
      </div>
      <PaymentTable contract={contract} today={today} />
    </div>
  )
}

function NoSuchContract() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState
        icon="contract-decline"
        title={t`Среди ваших договоров такого нет`}
        action={
          <Link to="/contracts-and-payments" className={buttonClasses({ variant: 'primary' })}>
            <Trans>Ко всем договорам</Trans>
          </Link>
        }
      >
        <Trans>Возможно, ссылка устарела, или договор оформлен на другого человека.</Trans>
      </EmptyState>
    </Card>
  )
}

/** A contract in outline: the sums and the terms beside each other, the payment schedule below. */
function ContractSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <div className="grid gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
      <SkeletonTable columns={5} />
    </div>
  )
}
