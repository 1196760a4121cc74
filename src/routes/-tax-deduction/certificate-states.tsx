import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type CertificateState, certificateStates } from '#contract/enumerations.ts'
import type { Certificate } from '#contract/tax.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { StepMark } from './step-mark.tsx'

const words: Record<CertificateState, ReactNode> = {
  requested: <Trans>Запрошена</Trans>,
  prepared: <Trans>Подготовлена</Trans>,
  ready: <Trans>Готова</Trans>,
}

/** How far a certificate is: asked for, its sum fixed, ready. What happens by itself is told as it does. */
export function CertificateStates({ certificate }: { certificate: Certificate }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { number, amount, state, requestedAt, preparedAt, readyAt } = certificate
  const at: Record<CertificateState, string | null> = { requested: requestedAt, prepared: preparedAt, ready: readyAt }
  const sum = formatMoney(amount, i18n.locale)
  return (
    <>
      <p>
        <Trans>
          № <span className="tabular-nums">{number}</span> на {sum}
        </Trans>
      </p>
      <ol aria-label={t`Состояние справки`} className="flex flex-col gap-sm">
        {certificateStates.map((each) => {
          const when = at[each]
          return (
            <li key={each} className="flex items-center gap-sm" aria-current={each === state ? 'step' : undefined}>
              <StepMark isDone={when !== null} />
              <span className={when === null ? 'text-ink-muted' : ''}>{words[each]}</span>
              {when !== null && (
                <time dateTime={when} className="text-sm text-ink-muted tabular-nums">
                  {dates.dateTime(when)}
                </time>
              )}
            </li>
          )
        })}
      </ol>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {state !== 'ready' && <Trans>Обычно это занимает минуту. Страницу можно закрыть: мы сообщим.</Trans>}
      </p>
    </>
  )
}
