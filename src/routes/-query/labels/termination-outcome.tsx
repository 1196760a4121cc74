import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractTermination } from '#contract/billing/termination.ts'
import { formatMoney } from '#src/i18n/numbers.ts'

type Sums = Pick<ContractTermination, 'online' | 'bank' | 'moved' | 'due'>

/** What comes of a termination, before where the money goes. */
export function TerminationOutcome({ termination: { online, bank, moved, due } }: { termination: Sums }) {
  const { i18n } = useLingui()
  const back = online + bank
  const [sum, other, debt] = [back, moved, due].map((part) => formatMoney(part, i18n.locale))
  if (due > 0) return <Trans>Останется заплатить {debt}</Trans>
  if (back > 0 && moved > 0)
    return (
      <Trans>
        Вернём {sum}, перенесём {other}
      </Trans>
    )
  if (moved > 0) return <Trans>Перенесём {other}</Trans>
  return back > 0 ? <Trans>Вернём {sum}</Trans> : <Trans>Возвращать и доплачивать нечего</Trans>
}
