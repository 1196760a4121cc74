import { useLingui } from '@lingui/react/macro'
import type { FoundUser } from '#contract/admin.ts'
import { roleWords, wordsFor } from '#src/i18n/enumeration-words.ts'

/** The roles of a user in one line. */
export function RoleWords({ roles }: { roles: FoundUser['roles'] }) {
  const { t, i18n } = useLingui()
  if (roles.length === 0) return t`Без роли`
  return new Intl.ListFormat(i18n.locale, { type: 'unit', style: 'narrow' })
    .formatToParts(roles.map(({ name }) => i18n._(wordsFor(roleWords, name))))
    .map(({ type, value }) => (type === 'literal' ? ', ' : value))
    .join('')
}
