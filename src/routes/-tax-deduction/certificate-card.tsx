import { Trans, useLingui } from '@lingui/react/macro'
import type { TaxDeduction, TaxStudent } from '#contract/tax.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { OnlyThemselves } from '#src/routes/-frame/only-themselves.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Card } from '#src/ui/card.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Row, Rows } from '#src/ui/rows.tsx'
import { AskButton } from './ask-button.tsx'
import { CertificateStates } from './certificate-states.tsx'
import { DownloadButton } from './download-button.tsx'
import { missingOf } from './obstacle-words.tsx'
import { isRefused, Refusal } from './refusal.tsx'

type CertificateCardProps = { deduction: TaxDeduction; student: TaxStudent }

/** The certificate: what is missing for it, how far it is, and the file. */
export function CertificateCard({ deduction, student }: CertificateCardProps) {
  const { t } = useLingui()
  const { certificate } = student
  return (
    <Card title={t`Справка для налоговой`}>
      <div className="flex flex-col gap-base">
        {certificate === null ? (
          <NotAsked deduction={deduction} student={student} />
        ) : (
          <>
            <CertificateStates certificate={certificate} />
            {certificate.state === 'ready' && <DownloadButton deduction={deduction} student={student} />}
            {certificate.isOutdated && <Outdated deduction={deduction} student={student} />}
          </>
        )}
        <OnlyThemselves />
      </div>
    </Card>
  )
}

function NotAsked({ deduction, student }: CertificateCardProps) {
  const { open } = useAddress('tax-deduction')
  if (isRefused(student)) return <Refusal deduction={deduction} student={student} />
  const missing = missingOf(student, (dialog) => open({ dialog }))
  if (missing.length > 0) {
    return (
      <>
        <p>
          <Trans>Чтобы налоговая приняла справку, в ней должны быть все данные. Не хватает:</Trans>
        </p>
        <Rows>
          {missing.map(({ key, words, mend }) => (
            <Row key={key} title={words} end={mend} />
          ))}
        </Rows>
      </>
    )
  }
  return (
    <>
      <p>
        <Trans>Все данные на месте. Справка по форме КНД 1151158 будет готова через минуту, мы сообщим.</Trans>
      </p>
      <AskButton deduction={deduction} student={student}>
        <Trans>Запросить справку</Trans>
      </AskButton>
    </>
  )
}

/** What the certificate says is not so any more. A correction is asked for like a first one. */
function Outdated({ deduction, student }: CertificateCardProps) {
  const { i18n } = useLingui()
  const [was, is] = [student.certificate?.amount ?? 0, student.paid].map((sum) => formatMoney(sum, i18n.locale))
  const isOtherSum = student.certificate?.amount !== student.paid
  return (
    <>
      <Notice tone="warning" title={<Trans>Справка устарела</Trans>}>
        {isOtherSum ? (
          <Trans>
            В ней {was}, а сейчас ваши расходы за год — {is}.
          </Trans>
        ) : (
          <Trans>ИНН или дату рождения изменили после того, как она была подготовлена.</Trans>
        )}
      </Notice>
      {student.obstacles.length === 0 && (
        <AskButton deduction={deduction} student={student}>
          <Trans>Запросить исправленную</Trans>
        </AskButton>
      )}
    </>
  )
}
