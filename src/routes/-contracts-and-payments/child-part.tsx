import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { formatMoney } from '#src/i18n/numbers.ts'

/** The contracts of the chosen child: a part of those of the family. */
export type ChildContracts = { uuid: string; name: string; contracts: readonly Contract[] }

/** How much of a sum of the family is for the chosen child; nothing without one. */
export function ChildPart({ child, sum }: { child: ChildContracts | null; sum: number }) {
  const { i18n } = useLingui()
  if (child === null) return null
  const [name, part] = [child.name, formatMoney(sum, i18n.locale)]
  return (
    <span className="block text-sm font-normal text-ink-muted tabular-nums">
      <Trans>
        из них {name}: {part}
      </Trans>
    </span>
  )
}
