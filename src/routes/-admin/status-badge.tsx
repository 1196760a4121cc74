import { useLingui } from '@lingui/react'
import type { UserStatus } from '#contract/enumerations.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { Badge } from '#src/ui/badge.tsx'
import { plainLook, statusLooks } from './words.ts'

export function StatusBadge({ status }: { status: UserStatus }) {
  const { i18n } = useLingui()
  const { tone, words } = known(statusLooks, status, plainLook)
  return <Badge tone={tone}>{i18n._(words)}</Badge>
}
