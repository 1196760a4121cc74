import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lastYearOver } from '#contract/screens.ts'
import type { TaxDeduction } from '#contract/tax.ts'
import { taxDeductionQuery } from '#src/api/tax.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/skeleton.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { Choices } from './choices.tsx'
import { OpenedForm } from './opened-form.tsx'
import { Operations } from './operations.tsx'
import { RefundCard } from './refund-card.tsx'
import { RulesNote } from './rules-note.tsx'
import { StepsCard } from './steps-card.tsx'
import { isUnderWay, shownStudent } from './sum.ts'

/** How often a certificate that is being made is looked at. */
const lookEvery = 10_000

export default function TaxDeductionPage() {
  const title = useTitle()
  const { today } = useMoment()
  const { search } = useAddress('tax-deduction')
  const result = useQuery({
    ...taxDeductionQuery(search.year ?? lastYearOver(today)),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.students) ? lookEvery : false),
  })
  return (
    <>
      <PageHeading lead={<Trans>Часть денег за обучение можно вернуть из уплаченного налога на доходы.</Trans>}>
        {title('tax-deduction')}
      </PageHeading>
      <Faces
        result={result}
        skeleton={<DeductionSkeleton />}
        isEmpty={({ students, years }) => students.length === 0 || years.length === 0}
        empty={<NothingYet />}
      >
        {(deduction) => <Deduction deduction={deduction} />}
      </Faces>
    </>
  )
}

function Deduction({ deduction }: { deduction: TaxDeduction }) {
  const { search } = useAddress('tax-deduction')
  const student = shownStudent(deduction.students, search.student)
  if (student === undefined) return <NothingYet />
  // What belongs to one year and student, a key or a portion, is not another's.
  const shown = `${deduction.year} ${student.studentUuid}`
  return (
    <div className="flex flex-col gap-lg">
      <OpenedForm deduction={deduction} student={student} />
      <Choices deduction={deduction} student={student} />
      <div className="grid items-start gap-lg lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-lg">
          <RefundCard deduction={deduction} student={student} />
          <CertificateCard key={`certificate ${shown}`} deduction={deduction} student={student} />
        </div>
        <div className="flex min-w-0 flex-col gap-lg">
          <StepsCard student={student} />
          <RulesNote rules={deduction.rules} isApplicant={student.isApplicant} />
        </div>
      </div>
      <Operations key={`operations ${shown}`} year={deduction.year} student={student} />
    </div>
  )
}

function NothingYet() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState
        icon="tax"
        title={t`Считать вычет пока не из чего`}
        action={
          <Link to="/contracts-and-payments" className={buttonClasses({ variant: 'primary' })}>
            <Trans>К договорам и оплате</Trans>
          </Link>
        }
      >
        <Trans>
          Когда вы оплатите обучение — своё или ребёнка, — здесь появятся сумма к возврату, справка для налоговой и
          порядок действий.
        </Trans>
      </EmptyState>
    </Card>
  )
}

/** The page in outline: what to choose, the sum beside the certificate, the operations. */
function DeductionSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonLine width="half" height="control" />
      <div className="grid gap-lg lg:grid-cols-2">
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
      </div>
      <SkeletonBlock />
    </div>
  )
}
