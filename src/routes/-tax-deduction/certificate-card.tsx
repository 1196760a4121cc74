import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import type { Certificate, TaxDeduction, TaxStudent } from '#contract/billing/tax.ts'
import { type CertificateState, certificateStates } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { useCertificateDownload } from './certificate-download.ts'
import { CertificateUnavailable, isCertificateUnavailable, missingItems } from './obstacles.tsx'
import { StepMark } from './steps-card.tsx'

type CertificateCardProps = { deduction: TaxDeduction; student: TaxStudent }

/** Tax certificate: missing data, progress, and the file. One that is ready has its day instead of the progress. */
export function CertificateCard({ deduction, student }: CertificateCardProps) {
  const { t } = useLingui()
  const { certificate } = student
  const content = useRef<HTMLDivElement>(null)
  // The button is removed when the request has succeeded.
  const request = { deduction, student, onRequested: () => content.current?.focus() }
  const isFamily = deduction.students.length > 1
  const { firstName, isApplicant } = student
  const titleOfStudent = isApplicant ? t`Справка для налоговой: ваше обучение` : t`Справка для налоговой: ${firstName}`
  return (
    <Card title={isFamily ? titleOfStudent : t`Справка для налоговой`}>
      <div ref={content} tabIndex={-1} className="flex flex-col gap-base outline-none">
        {certificate === null ? (
          <RequestCertificate {...request} />
        ) : (
          <>
            <CertificateProgress certificate={certificate} />
            {certificate.state === 'ready' && <DownloadButton deduction={deduction} student={student} />}
            {certificate.isOutdated && (
              <>
                <OutdatedNotice student={student} />
                <RequestCertificate {...request} isCorrection />
              </>
            )}
          </>
        )}
        <AccountOwnerOnly />
      </div>
    </Card>
  )
}

type RequestProps = CertificateCardProps & { onRequested: () => void }

/** The request, or what is missing for it. A correction replaces an outdated certificate. */
function RequestCertificate({ isCorrection = false, ...request }: RequestProps & { isCorrection?: boolean }) {
  const { deduction, student } = request
  const { open } = useScreenSearch('tax-deduction')
  if (isCertificateUnavailable(student)) return <CertificateUnavailable deduction={deduction} student={student} />
  const missing = missingItems(student, (dialog) => open({ dialog }))
  if (missing.length > 0) {
    return (
      <>
        <p>
          <Trans>Чтобы налоговая приняла справку, в ней должны быть все данные. Не хватает:</Trans>
        </p>
        <List>
          {missing.map(({ key, text, mend }) => (
            <ListItem key={key} title={text} end={mend} />
          ))}
        </List>
      </>
    )
  }
  if (isCorrection)
    return (
      <RequestCertificateButton {...request}>
        <Trans>Запросить исправленную</Trans>
      </RequestCertificateButton>
    )
  return (
    <>
      <p>
        <Trans>Все данные на месте. Справка по форме КНД 1151158 будет готова через минуту, мы сообщим.</Trans>
      </p>
      <RequestCertificateButton {...request}>
        <Trans>Запросить справку</Trans>
      </RequestCertificateButton>
    </>
  )
}

function OutdatedNotice({ student }: { student: TaxStudent }) {
  const { i18n } = useLingui()
  const [was, is] = [student.certificate?.amount ?? 0, student.paid].map((sum) => formatMoney(sum, i18n.locale))
  const isOtherSum = student.certificate?.amount !== student.paid
  return (
    <Notice tone="warning" title={<Trans>Справка устарела</Trans>}>
      {isOtherSum ? (
        <Trans>
          В ней {was}, а сейчас ваши расходы за год — {is}.
        </Trans>
      ) : (
        <Trans>Имя, ИНН или дату рождения изменили после того, как она была подготовлена.</Trans>
      )}
    </Notice>
  )
}

const stateLabels: Record<CertificateState, ReactNode> = {
  requested: <Trans>Запрошена</Trans>,
  prepared: <Trans>Подготовлена</Trans>,
  ready: <Trans>Готова</Trans>,
}

function CertificateProgress({ certificate }: { certificate: Certificate }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { number, amount, state, requestedAt, preparedAt, readyAt } = certificate
  const at: Record<CertificateState, string | null> = { requested: requestedAt, prepared: preparedAt, ready: readyAt }
  const sum = formatMoney(amount, i18n.locale)
  const day = readyAt && dates.dayWithYear(dates.dayOf(readyAt))
  return (
    <>
      <p role="status">
        <Trans>
          №&nbsp;<span className="tabular-nums">{number}</span> на {sum}
        </Trans>
        {day && (
          <>
            , <Trans>готова {day}</Trans>
          </>
        )}
      </p>
      {readyAt === null && (
        <>
          <ol aria-label={t`Статус справки`} className="flex flex-col gap-sm">
            {certificateStates.map((each) => {
              const when = at[each]
              return (
                <li key={each} className="flex items-center gap-sm" aria-current={each === state ? 'step' : undefined}>
                  <StepMark isDone={when !== null} />
                  <span className={when === null ? 'text-ink-muted' : ''}>{stateLabels[each]}</span>
                  {when !== null && (
                    <time dateTime={when} className="text-sm text-ink-muted tabular-nums">
                      {dates.dateTime(when)}
                    </time>
                  )}
                </li>
              )
            })}
          </ol>
          <p className="text-sm text-ink-muted">
            <Trans>Обычно это занимает минуту. Страницу можно закрыть: мы сообщим.</Trans>
          </p>
        </>
      )}
    </>
  )
}

type RequestCertificateButtonProps = RequestProps & { children: ReactNode }

/** Requests the certificate; repeated presses send one request. */
function RequestCertificateButton({
  deduction: { year },
  student: { studentUuid },
  onRequested,
  children,
}: RequestCertificateButtonProps) {
  const ask = usePressMutation({
    ...callMutation('POST /v1/profile/tax-deduction/certificate', { handlesError: true, idempotent: true }),
    onSuccess: onRequested,
  })
  return (
    <div className="flex flex-col items-start gap-xs">
      <AccountOwnerButton
        variant="primary"
        busy={ask.isPending}
        onClick={() => ask.mutate({ body: { year, studentUuid } })}
      >
        {children}
      </AccountOwnerButton>
      <CallError error={ask.error}>
        <Trans>Не удалось запросить справку.</Trans>
      </CallError>
    </div>
  )
}

/** Downloads the file. */
function DownloadButton({
  deduction: { year },
  student: { studentUuid },
}: {
  deduction: TaxDeduction
  student: TaxStudent
}) {
  const { isPending, error, start } = useCertificateDownload(year, studentUuid)
  return (
    <div className="flex flex-col items-start gap-xs">
      <Button icon={<Icon name="download" />} busy={isPending} onClick={start}>
        <Trans>Скачать справку, PDF</Trans>
      </Button>
      <CallError error={error}>
        <Trans>Не удалось получить справку.</Trans>
      </CallError>
    </div>
  )
}
