import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createLink, getRouteApi } from '@tanstack/react-router'
import type { Contract } from '#contract/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { separator } from '#src/i18n/separator.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { ContractStatusBadge } from '#src/routes/-frame/contract-status-badge.tsx'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { useOwnId } from '#src/routes/-frame/use-session.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { SkeletonBlock, SkeletonTable } from '#src/ui/skeleton.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { Details } from './details.tsx'
import { Documents } from './documents.tsx'
import { GroupChanges } from './group-changes.tsx'
import { NoSuchContract } from './no-such-contract.tsx'
import { NotPaidNotice } from './not-paid-notice.tsx'
import { PaymentPlan } from './payment-table.tsx'
import { Sums } from './sums.tsx'
import { Timeline } from './timeline.tsx'
import { WaitsNotice } from './waits-notice.tsx'

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
          return contract === null ? <NoSuchContract /> : <Full contract={contract} contracts={contracts} />
        }}
      </Loaded>
    </>
  )
}

/** The page has its heading and the way back at once; the contract's own title follows. */
function Heading({ of }: { of: (contracts: readonly Contract[]) => Contract | null }) {
  const { t } = useLingui()
  const title = useTitle()
  const ownId = useOwnId()
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
      lead={[...(student.uuid === ownId ? [] : [`${student.firstName} ${student.lastName}`]), program.schoolYear].join(
        separator,
      )}
    >
      {program.title}
    </PageHeading>
  )
}

function Full({ contract, contracts }: { contract: Contract; contracts: readonly Contract[] }) {
  const { today } = useMoment()
  return (
    <div className="flex flex-col gap-lg">
      {contract.status === 'NotPaid' ? (
        <NotPaidNotice contractId={contract.uuid} />
      ) : (
        <WaitsNotice contractId={contract.uuid} />
      )}
      <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Sums contract={contract} today={today} />
        <Details contract={contract} />
      </div>
      <PaymentPlan contract={contract} contracts={contracts} today={today} />
      <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-lg">
          <Documents contract={contract} />
          <GroupChanges contract={contract.uuid} />
        </div>
        <Timeline contractId={contract.uuid} />
      </div>
    </div>
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
