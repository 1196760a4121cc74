import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { displayName } from '#contract/people/names.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { autopaysQuery, contractsQuery } from '#src/api/contracts.ts'
import { isUnsigned } from '#src/domain/billing/contract-signing.ts'
import { duePayments } from '#src/domain/billing/payments.ts'
import { displayedStatusOf } from '#src/domain/contract-status.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { titleWithoutCourse } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { BackLink, ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { ContractStatusBadge } from '#src/routes/-query/labels/badges.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { PhoneFoldedCard } from '#src/ui/layout/folded-card.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { AutopayCard } from './autopay-card.tsx'
import { ContractDocuments } from './contract-cards.tsx'
import { ContractChanges } from './contract-changes.tsx'
import { NotPaidNotice, WaitingNotice } from './contract-notices.tsx'
import { ContractTimeline, optionalHistoryQuery } from './contract-timeline.tsx'
import { PaymentSchedule } from './payment-schedule.tsx'
import { PaymentSummary } from './payment-summary.tsx'
import { Signing } from './signing.tsx'
import { TerminationNotice } from './termination-notice.tsx'

const route = getRouteApi('/contracts-and-payments/$id')

export default function ContractPage() {
  const { id } = route.useParams()
  const ofAddress = (contracts: readonly Contract[]) => contracts.find(({ uuid }) => uuid === id) ?? null
  return (
    <>
      <Heading of={ofAddress} />
      <QueryBoundary query={contractsQuery()} skeleton={<ContractSkeleton />}>
        {(contracts) => {
          const contract = ofAddress(contracts)
          return contract === null ? <NoSuchContract /> : <ContractContent contract={contract} contracts={contracts} />
        }}
      </QueryBoundary>
    </>
  )
}

/** Heading and back link, before the contract is loaded too. */
function Heading({ of }: { of: (contracts: readonly Contract[]) => Contract | null }) {
  const { t } = useLingui()
  const title = useScreenTitle()
  const ownId = useCurrentUserId()
  const { today } = useSchoolNow()
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
  const { program, student } = contract
  return (
    <PageHeading
      back={back}
      aside={<ContractStatusBadge status={displayedStatusOf(contract, today)} />}
      lead={[...(student.uuid === ownId ? [] : [displayName(student)]), program.schoolYear].join(separator)}
    >
      <SchoolText>{program.title}</SchoolText>
    </PageHeading>
  )
}

function ContractContent({ contract, contracts }: { contract: Contract; contracts: readonly Contract[] }) {
  const { today } = useSchoolNow()
  // It ends early, and nothing is to be paid: there is no sum to show beside the terms.
  const isOver = contract.termination !== undefined && duePayments([contract], today).length === 0
  const schedule = <PaymentSchedule contract={contract} contracts={contracts} today={today} />
  return (
    <div className="flex flex-col gap-lg">
      <Signing contract={contract} />
      {contract.status === 'NotPaid' && <NotPaidNotice contract={contract} />}
      {contract.termination && <TerminationNotice contract={contract} termination={contract.termination} />}
      {contract.status !== 'NotPaid' && !isUnsigned(contract) && !contract.termination && (
        <WaitingNotice contract={contract} />
      )}
      {isOver ? (
        <>
          <AutopayCard contract={contract} today={today} />
          {schedule}
        </>
      ) : (
        // On a phone the payments come before the terms.
        <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-lg">
            <PaymentSummary contract={contract} today={today} />
            <AutopayCard contract={contract} today={today} />
          </div>
          <div className="min-w-0 lg:order-last lg:col-span-2">{schedule}</div>
          <ContractTerms contract={contract} />
        </div>
      )}
      <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-lg">
          {isOver && <ContractTerms contract={contract} />}
          <ContractDocuments contract={contract} />
          <ContractChanges contract={contract} />
        </div>
        <ContractTimeline contractId={contract.uuid} />
      </div>
    </div>
  )
}

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

/** The address has an id that is not among the user's contracts. */
function NoSuchContract() {
  const { t } = useLingui()
  return (
    <EmptyCard
      icon="contract-decline"
      title={t`Среди ваших договоров такого нет`}
      action={
        <ButtonLink to="/contracts-and-payments" variant="primary">
          <Trans>Ко всем договорам</Trans>
        </ButtonLink>
      }
    >
      <Trans>Возможно, ссылка устарела, или договор оформлен на другого человека.</Trans>
    </EmptyCard>
  )
}

/** Terms of the contract; the heading has the course and the student. */
function ContractTerms({ contract }: { contract: Contract }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { uuid, number, concludedOn, program, groupTitle, territory, format, paymentScheme } = contract
  const group = groupTitle && titleWithoutCourse(groupTitle, program.title)
  const { data } = useQuery(optionalQuery(autopaysQuery()))
  const meets = useQuery(optionalHistoryQuery(uuid)).data?.group
  const isAutomatic = data?.autopays.some(({ contractUuid, state }) => contractUuid === uuid && state === 'on')
  return (
    <PhoneFoldedCard title={t`Условия`} note={[number, group].filter(Boolean).join(separator)}>
      <DescriptionList
        entries={[
          { key: 'number', term: t`Номер договора`, value: number },
          { key: 'concluded', term: t`Дата заключения`, value: concludedOn && dates.dayWithYear(concludedOn) },
          {
            key: 'group',
            term: t`Группа`,
            value: group && <SchoolText>{group}</SchoolText>,
          },
          { key: 'hours', term: t`Занятия`, value: meets && slotsText(meets.slots, dates).join(', ') },
          {
            key: 'days',
            term: t`Первый и последний день`,
            value: meets && dayRangeText(meets.startsOn, meets.endsOn, i18n.locale),
          },
          { key: 'lessons', term: t`Число занятий`, value: meets?.lessons?.toLocaleString(i18n.locale) },
          { key: 'teacher', term: t`Преподаватель`, value: meets?.teacher },
          {
            key: 'territory',
            term: t`Площадка`,
            value: territory && <SchoolText>{territory.title}</SchoolText>,
          },
          { key: 'format', term: t`Формат занятий`, value: i18n._(labelOf(lessonFormatLabels, format)) },
          {
            key: 'scheme',
            term: t`Способ оплаты`,
            value: isAutomatic ? t`Автоплатёж с карты` : i18n._(labelOf(paymentSchemeLabels, paymentScheme)),
          },
        ]}
      />
    </PhoneFoldedCard>
  )
}
