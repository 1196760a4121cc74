import { useLingui } from '@lingui/react'
import { contractStatusWords, known, wordsFor } from '#src/i18n/enumeration-words.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { contractStatusLooks, plainLook } from './status-look.ts'

/** A contract's status by icon and words. */
export function ContractStatusBadge({ status }: { status: string }) {
  const { i18n } = useLingui()
  const { tone, icon } = known(contractStatusLooks, status, plainLook)
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(wordsFor(contractStatusWords, status))}
    </Badge>
  )
}
