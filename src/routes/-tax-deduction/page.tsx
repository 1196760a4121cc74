import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaxDeduction, TaxStudent } from '#contract/billing/tax.ts'
import { taxDeductionQuery } from '#src/api/tax.ts'
import { lastClosedYear } from '#src/domain/periods.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ChildSwitcher, type ChildSwitcherProps } from '#src/routes/-flow/filters/child-switcher.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { CompactSelect } from '#src/ui/forms/compact-select.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { OpenedDialog } from './obstacles.tsx'
import { PaymentOperations } from './payment-operations.tsx'
import { CalculationCard, isUnderWay, RefundSum, shownStudent } from './refund-card.tsx'
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
  // The switch of the year stays, with its focus, while another year loads or does not load.
  const [known, setKnown] = useState(result.data)
  if (result.data !== undefined && result.data !== known) setKnown(result.data)
  return (
    <FoldingBar
      bar={
        <>
          <div className="flex items-center justify-between gap-xs max-md:min-h-[44px] max-md:pb-xs max-[359px]:flex-wrap">
            <PageHeading
              isCompact
              lead={<Trans>Часть денег за обучение можно вернуть из уплаченного налога на доходы.</Trans>}
            >
              {title('tax-deduction')}
            </PageHeading>
            {known && <Responsive from="md" narrow={<PhoneYear year={year} years={known.years} />} wide={null} />}
          </div>
          <div className="max-md:hidden">{known && <YearFilter year={year} years={known.years} />}</div>
        </>
      }
    >
      <QueryState
        result={result}
        skeleton={<DeductionSkeleton hasYears={known === undefined} />}
        isEmpty={({ students, years }) => students.length === 0 || years.length === 0}
        empty={<NoPayments />}
      >
        {(deduction) => <Deduction deduction={deduction} />}
      </QueryState>
    </FoldingBar>
  )
}

function Deduction({ deduction }: { deduction: TaxDeduction }) {
  const { search } = useScreenSearch('tax-deduction')
  const choice = useStudentChoice(deduction)
  const student = shownStudent(deduction.students, search.student)
  if (student === undefined) return <NoPayments />
  // State of one year and student is not reused for another.
  const shown = `${deduction.year} ${student.studentUuid}`
  return (
    <div className="flex flex-col gap-lg">
      <OpenedDialog deduction={deduction} student={student} />
      <RefundSum deduction={deduction} student={student} />
      {/* Below what is the same for each of them. */}
      <div className="-mb-base empty:hidden">
        <ChildSwitcher {...choice} />
      </div>
      <div className="grid items-start gap-lg lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-lg">
          {/* What to do with the sum comes before how it is calculated. */}
          <CertificateCard key={`certificate ${shown}`} deduction={deduction} student={student} />
          <StepsCard student={student} />
        </div>
        <div className="flex min-w-0 flex-col gap-lg">
          <CalculationCard deduction={deduction} student={student} />
          <DeductionRules rules={deduction.rules} student={student} />
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

/** For whose studies the deduction is; each change is a history entry. */
function useStudentChoice(deduction: TaxDeduction): ChildSwitcherProps {
  const { t } = useLingui()
  const { search, show } = useScreenSearch('tax-deduction')
  return {
    legend: t`За чьё обучение`,
    people: deduction.students.map(({ studentUuid, firstName, isApplicant }) => ({
      uuid: studentUuid,
      firstName,
      label: isApplicant ? t`Моё обучение` : firstName,
    })),
    chosen: shownStudent(deduction.students, search.student)?.studentUuid,
    onChoose: (chosen) => show({ student: chosen, dialog: undefined }),
  }
}

type YearProps = { year: number; years: readonly number[] }

function YearFilter(years: YearProps) {
  const choice = useYearChoice(years)
  if (choice === null) return null
  const { label, ...control } = choice
  return (
    <div className="mb-lg flex print:hidden">
      <SegmentedControl legend={label} {...control} />
    </div>
  )
}

/** The year of the payments; null with one. Each change is a history entry. */
function useYearChoice({ year, years }: YearProps) {
  const { t } = useLingui()
  const { show } = useScreenSearch('tax-deduction')
  const offered = [...new Set([...years, year])].sort((one, other) => one - other)
  if (offered.length < 2) return null
  return {
    label: t`Год оплаты`,
    value: String(year),
    options: offered.map((each) => ({ value: String(each), label: String(each) })),
    onChange: (chosen: string) => show({ year: Number(chosen), dialog: undefined }),
  }
}

/** The year beside the heading of a phone: the sum of the family changes with it too. */
function PhoneYear(years: YearProps) {
  const choice = useYearChoice(years)
  return choice && <CompactSelect {...choice} />
}

/** Limits of the calculation: its rules, when the school confirmed them and until when they are valid. */
function DeductionRules({ rules, student }: { rules: TaxDeduction['rules']; student: TaxStudent }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { source, confirmation } = rules
  const limit = formatMoney(student.limit, i18n.locale)
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
          {student.isApplicant ? (
            <Trans>В тот же лимит, {limit}, входят ваши расходы на лечение, спорт и другие социальные вычеты.</Trans>
          ) : (
            <Trans>Лимит на ребёнка — {limit} в год, один на обоих родителей. Ребёнку должно быть меньше 24 лет.</Trans>
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

function Confirmation({ source, confirmedOn, validUntil }: ConfirmationProps) {
  const dates = useDates()
  const [confirmed, until] = [dates.dayWithYear(confirmedOn), dates.dayWithYear(validUntil)]
  return (
    <Trans>
      Школа подтвердила лимиты и ставку ({source}) {confirmed}, они действуют до {until} включительно.
    </Trans>
  )
}
