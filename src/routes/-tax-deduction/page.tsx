import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaxDeduction } from '#contract/billing/tax.ts'
import { taxDeductionQuery } from '#src/api/tax.ts'
import { lastClosedYear } from '#src/domain/periods.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ChildSwitcher } from '#src/routes/-flow/filters/child-switcher.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { OpenedDialog } from './obstacles.tsx'
import { PaymentOperations } from './payment-operations.tsx'
import { FamilyRefund, isUnderWay, RefundCard, shownStudent } from './refund-card.tsx'
import { StepsCard } from './steps-card.tsx'

/** Polling interval while a certificate is being prepared. */
const pollIntervalMs = 10_000

export default function TaxDeductionPage() {
  const title = useScreenTitle()
  const { today } = useSchoolNow()
  const { search } = useScreenSearch('tax-deduction')
  const year = search.year ?? lastClosedYear(today)
  const result = useQuery({
    ...taxDeductionQuery(year),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.students) ? pollIntervalMs : false),
  })
  // The switches of student and year stay, with their focus, while another year loads or does not load.
  const [known, setKnown] = useState(result.data)
  if (result.data !== undefined && result.data !== known) setKnown(result.data)
  return (
    <>
      <PageHeading lead={<Trans>Часть денег за обучение можно вернуть из уплаченного налога на доходы.</Trans>}>
        {title('tax-deduction')}
      </PageHeading>
      <div className="flex flex-wrap items-start justify-between gap-x-base">
        {(known || result.isPending) && (
          <div className="max-w-full min-w-0">
            <TaxStudentSwitcher deduction={known} />
          </div>
        )}
        {known && <YearFilter year={year} years={known.years} />}
      </div>
      <QueryState
        result={result}
        skeleton={<DeductionSkeleton hasYears={known === undefined} />}
        isEmpty={({ students, years }) => students.length === 0 || years.length === 0}
        empty={<NoPayments />}
      >
        {(deduction) => <Deduction deduction={deduction} />}
      </QueryState>
    </>
  )
}

function Deduction({ deduction }: { deduction: TaxDeduction }) {
  const { search } = useScreenSearch('tax-deduction')
  const student = shownStudent(deduction.students, search.student)
  if (student === undefined) return <NoPayments />
  // State of one year and student is not reused for another.
  const shown = `${deduction.year} ${student.studentUuid}`
  return (
    <div className="flex flex-col gap-lg">
      <OpenedDialog deduction={deduction} student={student} />
      <FamilyRefund deduction={deduction} />
      <div className="grid items-start gap-lg lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-lg">
          <RefundCard deduction={deduction} student={student} />
          <CertificateCard key={`certificate ${shown}`} deduction={deduction} student={student} />
        </div>
        <div className="flex min-w-0 flex-col gap-lg">
          <StepsCard student={student} />
          <DeductionRules rules={deduction.rules} isApplicant={student.isApplicant} />
        </div>
      </div>
      <PaymentOperations key={`operations ${shown}`} year={deduction.year} student={student} />
    </div>
  )
}

function NoPayments() {
  const { t } = useLingui()
  return (
    <EmptyCard
      icon="tax"
      title={t`Считать вычет пока не из чего`}
      action={
        <ButtonLink to="/contracts-and-payments" variant="primary">
          <Trans>К договорам и оплате</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        Когда вы оплатите обучение — своё или ребёнка, — здесь появятся сумма к возврату, справка для налоговой и
        порядок действий.
      </Trans>
    </EmptyCard>
  )
}

function DeductionSkeleton({ hasYears }: { hasYears: boolean }) {
  return (
    <div className="flex flex-col gap-lg">
      {hasYears && <SkeletonLine width="half" height="control" />}
      <div className="grid gap-lg lg:grid-cols-2">
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
      </div>
      <SkeletonBlock />
    </div>
  )
}

/** Selects for whose studies the deduction is; each change is a history entry. */
function TaxStudentSwitcher({ deduction }: { deduction: TaxDeduction | undefined }) {
  const { t } = useLingui()
  const { search, show } = useScreenSearch('tax-deduction')
  return (
    <ChildSwitcher
      legend={t`За чьё обучение`}
      people={deduction?.students.map(({ studentUuid, firstName, isApplicant }) => ({
        uuid: studentUuid,
        firstName,
        label: isApplicant ? t`Моё обучение` : firstName,
      }))}
      chosen={deduction && shownStudent(deduction.students, search.student)?.studentUuid}
      onChoose={(chosen) => show({ student: chosen, dialog: undefined })}
    />
  )
}

/** Selects the year, if there are several; each change is a history entry. */
function YearFilter({ year, years }: { year: number; years: readonly number[] }) {
  const { t } = useLingui()
  const { show } = useScreenSearch('tax-deduction')
  const offered = [...new Set([...years, year])].sort((one, other) => one - other)
  if (offered.length < 2) return null
  return (
    <div className="mb-lg flex print:hidden">
      <SegmentedControl
        legend={t`Год оплаты`}
        value={String(year)}
        options={offered.map((each) => ({ value: String(each), label: String(each) }))}
        onChange={(chosen) => show({ year: Number(chosen), dialog: undefined })}
      />
    </div>
  )
}

/** Limits of the calculation: its rules, who confirmed them and until when they are valid. */
function DeductionRules({ rules, isApplicant }: { rules: TaxDeduction['rules']; isApplicant: boolean }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const { source, confirmation } = rules
  const until = confirmation && dates.dayWithYear(confirmation.validUntil)
  return (
    <>
      {confirmation && today > confirmation.validUntil && (
        <Notice tone="warning" title={<Trans>Лимиты и ставку пора подтвердить заново</Trans>}>
          <Trans>Их срок вышел {until}, поэтому уточните сумму в налоговой.</Trans>
        </Notice>
      )}
      <div className="flex flex-col gap-xs text-sm text-ink-muted">
        <p>
          <Trans>
            Решение принимает налоговая. Вернуть можно не больше налога, который удержали с вас за этот год.
          </Trans>{' '}
          {isApplicant ? (
            <Trans>В тот же лимит входят ваши расходы на лечение, спорт и другие социальные вычеты.</Trans>
          ) : (
            <Trans>Лимит на ребёнка — один на обоих родителей, и ребёнку должно быть меньше 24 лет.</Trans>
          )}
        </p>
        <p>
          {confirmation ? (
            <Confirmation source={source} {...confirmation} />
          ) : (
            <Trans>Лимиты и ставка: {source}.</Trans>
          )}
        </p>
      </div>
    </>
  )
}

type ConfirmationProps = Pick<TaxDeduction['rules'], 'source'> & NonNullable<TaxDeduction['rules']['confirmation']>

function Confirmation({ source, confirmedBy, confirmedOn, validUntil }: ConfirmationProps) {
  const dates = useDates()
  const [confirmed, until] = [dates.dayWithYear(confirmedOn), dates.dayWithYear(validUntil)]
  return (
    <Trans>
      Лимиты и ставка ({source}) подтверждены {confirmed} и действуют до {until} включительно. За расчёт отвечает{' '}
      {confirmedBy}.
    </Trans>
  )
}
