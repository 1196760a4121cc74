import { Trans } from '@lingui/react/macro'
import type { TaxDeduction, TaxStudent } from '#contract/tax.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'

/** Why no certificate is possible for this year and student; null if it is. */
export function CertificateUnavailable({
  deduction: { year },
  student,
}: {
  deduction: TaxDeduction
  student: TaxStudent
}) {
  const has = (obstacle: TaxStudent['obstacles'][number]) => student.obstacles.includes(obstacle)
  if (has('too-long-ago')) {
    return (
      <Notice title={<Trans>За {year} год вычет уже не вернуть</Trans>}>
        <Trans>Декларацию принимают в течение трёх лет после года оплаты.</Trans>
      </Notice>
    )
  }
  if (has('another-payer')) {
    return (
      <Notice title={<Trans>За {year} год платили не вы</Trans>}>
        <Trans>
          Вычет получает тот, кто платил: пусть он запросит справку в своём кабинете. С материнского капитала вычета
          нет. Если плательщик указан неверно, напишите в школу.
        </Trans>
      </Notice>
    )
  }
  if (has('nothing-paid')) {
    return (
      <Notice title={<Trans>За {year} год оплат нет</Trans>}>
        <Trans>Выберите другой год или ученика.</Trans>
      </Notice>
    )
  }
  if (has('year-not-over')) {
    const next = year + 1
    return (
      <Notice title={<Trans>{year} год ещё идёт</Trans>}>
        <Trans>Справку можно запросить с 1 января {next} года: тогда в неё войдут все оплаты.</Trans>
      </Notice>
    )
  }
  return null
}

/** Whether `CertificateUnavailable` renders something. */
export function isCertificateUnavailable({ obstacles }: TaxStudent): boolean {
  return obstacles.some((obstacle) => !/^(applicant|student)-/.test(obstacle))
}
