import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TaxDeduction, TaxStudent } from '#contract/billing/tax.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { DocumentButton } from '#src/routes/-flow/documents/document-button.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { useCertificateDownload } from './certificate-download.ts'
import { isCertificateUnavailable, lacksParticulars } from './obstacles.tsx'

/** What comes back, of a family with the part of each student and the certificate that it needs. */
export function RefundSum({
  deduction: { year, students },
  student,
}: {
  deduction: TaxDeduction
  student: TaxStudent
}) {
  const { t, i18n } = useLingui()
  const money = (kopecks: number) => formatMoney(kopecks, i18n.locale)
  const isFamily = students.length > 1
  const sum = students.reduce((total, { refund }) => total + refund, 0)
  const { isApplicant, firstName } = student
  const titleOfStudent = isApplicant
    ? t`Можно вернуть за ${year} год: ваше обучение`
    : t`Можно вернуть за ${year} год: ${firstName}`
  return (
    <Card title={isFamily ? t`За ${year} год семья может вернуть` : titleOfStudent}>
      <div className="grid gap-x-xl gap-y-xs lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <p className="text-3xl font-strong tabular-nums">{money(sum)}</p>
          <p className="mt-xxs max-w-text text-sm text-ink-muted">
            <Trans>
              Решение принимает налоговая. Вернуть можно не больше налога, который удержали с вас за этот год.
            </Trans>
          </p>
        </div>
        {isFamily && (
          <dl className="flex flex-col divide-y divide-line-soft lg:-mt-xs">
            {students.map((one) => (
              <StudentRow key={one.studentUuid} year={year} student={one} value={money(one.refund)} />
            ))}
          </dl>
        )}
      </div>
    </Card>
  )
}

type StudentProps = { year: number; student: TaxStudent }

/** Whose studies, the way to the certificate or why there is nothing, and the sum. */
function StudentRow({ value, ...about }: StudentProps & { value: string }) {
  const { isApplicant, firstName, refund } = about.student
  return (
    <div className="flex min-h-[56px] flex-wrap items-center gap-x-base py-xs">
      <dt className="min-w-0 flex-1 wrap-anywhere">{isApplicant ? <Trans>Моё обучение</Trans> : firstName}</dt>
      <dd className="text-sm text-ink-muted max-md:order-last max-md:w-full">
        {refund > 0 ? <CertificateNote {...about} /> : <WhyNothing {...about} />}
      </dd>
      <dd className="min-w-[96px] shrink-0 text-right font-medium whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  )
}

/** How far the certificate of a student is; one that is ready can be downloaded. */
function CertificateNote({ year, student }: StudentProps) {
  const { certificate, studentUuid, isApplicant, firstName } = student
  const { t } = useLingui()
  if (certificate === null && isCertificateUnavailable(student)) {
    const next = year + 1
    return student.obstacles.includes('year-not-over') && <Trans>справка с 1 января {next} года</Trans>
  }
  if (certificate === null) {
    const whose = isApplicant ? t`моё обучение` : firstName
    const lacks = lacksParticulars(student)
    return (
      <ScreenLink
        to="/tax-deduction"
        search={{ year, student: studentUuid }}
        aria-label={lacks ? t`Указать данные: ${whose}` : t`Запросить справку: ${whose}`}
      >
        {lacks ? <Trans>Указать данные</Trans> : <Trans>Запросить справку</Trans>}
      </ScreenLink>
    )
  }
  if (certificate.state !== 'ready') return <Trans>справка готовится</Trans>
  if (certificate.isOutdated) return <Trans>справка устарела</Trans>
  return <CertificateDownload year={year} student={student} />
}

function CertificateDownload({ year, student: { studentUuid, firstName, isApplicant } }: StudentProps) {
  const { t } = useLingui()
  const download = useCertificateDownload(year, studentUuid)
  return (
    // On a phone its icon begins where the name begins.
    <span className="block max-md:-ml-sm">
      <DocumentButton
        variant="quiet"
        size="small"
        label={t`Скачать справку`}
        about={isApplicant ? t`Моё обучение` : firstName}
        ask={download}
        failure={<Trans>Не удалось получить справку.</Trans>}
        onClick={download.start}
      />
    </span>
  )
}

/** Why the year returns nothing for a student. */
function WhyNothing({ year, student: { operations, obstacles } }: StudentProps) {
  if (operations.length === 0) return <Trans>платежей в {year} году не было</Trans>
  if (obstacles.includes('another-payer')) return <Trans>платили не вы</Trans>
  if (obstacles.includes('maternity-capital')) return <Trans>платили материнским капиталом</Trans>
  return <Trans>всё, что заплатили, вернули или перенесли</Trans>
}

type CalculationCardProps = { deduction: TaxDeduction; student: TaxStudent }

/** How the amount of the refund is calculated, each line only where it changes the sum. */
export function CalculationCard({ deduction: { students, rules }, student }: CalculationCardProps) {
  const { t, i18n } = useLingui()
  const { refund, paid, counted, limit, isApplicant, firstName } = student
  const sum = refundBreakdown(student)
  const money = (kopecks: number) => formatMoney(kopecks, i18n.locale)
  const [limitWords, percent] = [money(limit), rules.ratePercent]
  const ofStudent = isApplicant ? t`Как получилась сумма: ваше обучение` : t`Как получилась сумма: ${firstName}`
  return (
    <Card title={students.length > 1 ? ofStudent : t`Как получилась сумма`}>
      <dl className="flex flex-col">
        <Line term={<Trans>Вы заплатили</Trans>} value={money(sum.paid)} />
        {sum.returned !== 0 && <Line term={<Trans>Вам вернули</Trans>} value={money(sum.returned)} />}
        {sum.carried !== 0 && (
          <Line term={<Trans>Перенесено между договорами учеников</Trans>} value={money(sum.carried)} />
        )}
        {sum.later !== 0 && (
          <Line
            term={
              sum.later < 0 ? (
                <Trans>Вернули в следующие годы</Trans>
              ) : (
                <Trans>Возвращено больше, чем заплачено: вычтено из прошлого года</Trans>
              )
            }
            value={money(sum.later)}
          />
        )}
        {paid !== sum.paid && <Line isResult term={<Trans>Ваши расходы за год</Trans>} value={money(paid)} />}
        {counted !== paid && (
          <Line
            term={
              isApplicant ? (
                <Trans>В счёт идёт не больше {limitWords} за своё обучение</Trans>
              ) : (
                <Trans>В счёт идёт не больше {limitWords} за ребёнка</Trans>
              )
            }
            value={money(counted)}
          />
        )}
        <Line isResult term={<Trans>{percent}&nbsp;% от этой суммы</Trans>} value={money(refund)} />
      </dl>
      {sum.byOthers > 0 && (
        <p className="mt-base text-sm text-ink-muted">
          <Trans>Ещё {money(sum.byOthers)} заплатили другие: вычет с этих денег могут получить только они.</Trans>
        </p>
      )}
      {sum.byFund > 0 && (
        <p className="mt-base text-sm text-ink-muted">
          <Trans>{money(sum.byFund)} заплачено материнским капиталом: с этих денег вычета нет.</Trans>
        </p>
      )}
    </Card>
  )
}

type LineProps = { term: ReactNode; value: string; isResult?: boolean }

function Line({ term, value, isResult = false }: LineProps) {
  return (
    <div
      className={`flex items-baseline justify-between gap-base py-xs ${isResult ? 'border-t border-line font-strong' : ''}`}
    >
      <dt className="min-w-0 wrap-anywhere">{term}</dt>
      <dd className="shrink-0 tabular-nums whitespace-nowrap">{value}</dd>
    </div>
  )
}

/** Components of the eligible amount of a year, in kopecks. */
type RefundBreakdown = {
  paid: number
  returned: number
  /** Transferred from other contracts, minus transferred to them. */
  carried: number
  /** Refunds of later years that reduce this one. */
  later: number
  byOthers: number
  byFund: number
}

const signs = { ReceivingDS: 1, ReceivingTransferDS: 1, ReturnDS: -1, ReturnTransferDS: -1 } as const

export function refundBreakdown({ operations, paid: left }: Pick<TaxStudent, 'operations' | 'paid'>): RefundBreakdown {
  const sum: RefundBreakdown = { paid: 0, returned: 0, carried: 0, later: 0, byOthers: 0, byFund: 0 }
  for (const { kind, amount, paidBy } of operations) {
    const moved = signs[kind] * amount
    if (paidBy === 'another') sum.byOthers += moved
    else if (paidBy === 'maternity-capital') sum.byFund += moved
    else if (kind === 'ReceivingDS') sum.paid += moved
    else if (kind === 'ReturnDS') sum.returned += moved
    else sum.carried += moved
  }
  sum.later = left - (sum.paid + sum.returned + sum.carried)
  return sum
}

/** The student in the search params, else the first with payments, else the first. */
export function shownStudent(students: readonly TaxStudent[], requested: string | undefined): TaxStudent | undefined {
  return (
    students.find(({ studentUuid }) => studentUuid === requested) ??
    students.find(({ paid }) => paid > 0) ??
    students[0]
  )
}

/** Whether a certificate is being prepared: worth polling. */
export function isUnderWay(students: readonly TaxStudent[]): boolean {
  return students.some(({ certificate }) => certificate !== null && certificate.state !== 'ready')
}
