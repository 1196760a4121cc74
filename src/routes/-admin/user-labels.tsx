import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { FoundUser } from '#contract/admin.ts'
import type { UserStatus } from '#contract/enumerations.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { roleLabels } from '#src/i18n/role-labels.ts'
import { type Label, LabelBadge, unknownLabel } from '#src/routes/-shell/labels/label-badge.tsx'

export const statusLabels: Record<UserStatus, Label> = {
  active: { tone: 'success', words: msg`Активен` },
  away: { tone: 'neutral', words: msg`Давно не заходил` },
  new: { tone: 'info', words: msg`Ещё не входил` },
  closed: { tone: 'warning', words: msg`Не может войти` },
}

export function UserStatusBadge({ status }: { status: UserStatus }) {
  return <LabelBadge label={lookUp(statusLabels, status, unknownLabel)} />
}

/** Names of the user's roles. */
export function useRoleNames(): (roles: FoundUser['roles']) => string[] {
  const { t, i18n } = useLingui()
  return (roles) => (roles.length === 0 ? [t`Без роли`] : roles.map(({ name }) => i18n._(labelOf(roleLabels, name))))
}
