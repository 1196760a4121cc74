import { Trans } from '@lingui/react/macro'
import type { TaxDeduction } from '#contract/tax.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { Notice } from '#src/ui/notice.tsx'

/** What the sum does not promise, and what it follows: who has confirmed the numbers, and until when they hold. */
export function RulesNote({ rules, isApplicant }: { rules: TaxDeduction['rules']; isApplicant: boolean }) {
  const dates = useDates()
  const { today } = useMoment()
  const { source, confirmedBy, confirmedOn, validUntil } = rules
  const [confirmed, until] = [dates.dayWithYear(confirmedOn), dates.dayWithYear(validUntil)]
  return (
    <>
      {today > validUntil && (
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
          <Trans>
            Лимиты и ставка ({source}) подтверждены {confirmed} и действуют до {until}, подтвердил {confirmedBy}.
          </Trans>
        </p>
      </div>
    </>
  )
}
