import { useLingui } from '@lingui/react'
import { contractStatusAppearance } from '#src/domain/contract-status.ts'
import { contractStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** Status of a contract: icon and label. */
export function ContractStatusBadge({ status }: { status: string }) {
  const { i18n } = useLingui()
  const { tone, icon } = contractStatusAppearance(status)
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(labelOf(contractStatusLabels, status))}
    </Badge>
  )
}
