import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { chargeHours } from '#contract/billing/autopay-rules.ts'
import type { PlannedCharge } from '#src/domain/billing/autopay.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'

/** Charges that are seen without a press. */
const room = 3

/**
 * What the person agrees to: each charge with its day and sum, and the rules. A changed rule needs another
 * `autopayTermsVersion`.
 */
export function AutopayTerms({ charges }: { charges: readonly PlannedCharge[] }) {
  const { t } = useLingui()
  const rest = charges.slice(room)
  return (
    <div className="flex flex-col gap-xs text-sm">
      <ChargeList label={t`Что спишется`} charges={charges.slice(0, room)} />
      {rest.length > 0 && (
        <Disclosure
          summary={
            <Plural
              value={rest.length}
              one="Ещё # списание"
              few="Ещё # списания"
              many="Ещё # списаний"
              other="Ещё # списания"
            />
          }
        >
          <ChargeList label={t`Что спишется позже`} charges={rest} />
        </Disclosure>
      )}
      <ul className="flex list-disc flex-col gap-xxs pl-base text-ink-muted">
        <li>
          <Trans>
            За три дня до списания пришлём сообщение с суммой и датой. Больше этой суммы не спишем. Если сумма
            изменится, пришлём новое.
          </Trans>
        </li>
        <li>
          <Trans>
            Списываем днём, с {chargeHours.from} до {chargeHours.until} часов по времени школы. Что уже оплачено, не
            спишем.
          </Trans>
        </li>
        <li>
          <Trans>
            Если не получится, попробуем на следующий, третий и пятый день и каждый раз сообщим почему. Потом этот
            платёж нужно будет заплатить самим.
          </Trans>
        </li>
        <li>
          <Trans>Отключить можно в любой момент одним нажатием на странице договора.</Trans>
        </li>
      </ul>
    </div>
  )
}

function ChargeList({ label, charges }: { label: string; charges: readonly PlannedCharge[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const isOfSeveral = new Set(charges.map(({ contract }) => contract.uuid)).size > 1
  return (
    <ul aria-label={label} className="flex flex-col gap-xxs">
      {charges.map(({ contract, payment, left, on }) => (
        <li key={payment.uuid} className="flex flex-wrap justify-between gap-x-base">
          <span className="min-w-0 wrap-anywhere">
            <time dateTime={on}>{dates.day(on)}</time>
            {isOfSeveral && (
              <>
                {separator}
                <SchoolText>{contract.program.title}</SchoolText>
              </>
            )}
          </span>
          <span className="font-strong whitespace-nowrap tabular-nums">{formatMoney(left, i18n.locale)}</span>
        </li>
      ))}
    </ul>
  )
}
