import { useLingui } from '@lingui/react'
import { contractStatusWords } from '#src/i18n/contract-words.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { contractStatusLook } from '#src/school/contract-status.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** A contract's status by icon and words. */
export function ContractStatusBadge({ status }: { status: string }) {
  const { i18n } = useLingui()
  const { tone, icon } = contractStatusLook(status)
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(wordsFor(contractStatusWords, status))}
    </Badge>
  )
}
