import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserStatus } from '#contract/enumerations.ts'
import type { FoundUser } from '#contract/people/admin.ts'
import { roleGroups } from '#contract/roles.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { roleLabels } from '#src/i18n/role-labels.ts'
import { type Label, LabelBadge, unknownLabel } from '#src/routes/-query/labels/badges.tsx'
import { openedHere } from '#src/routes/-query/use-screen-search.ts'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { toneMarks } from '#src/ui/tone.ts'

export const statusLabels: Record<UserStatus, Label> = {
  active: { tone: 'success', text: msg`Действует` },
  away: { tone: 'neutral', text: msg`Давно не было входов` },
  new: { tone: 'neutral', text: msg`Входов не было` },
  closed: { tone: 'neutral', text: msg`Нет учётной записи` },
  locked: { tone: 'error', text: msg`Вход закрыт` },
  joined: { tone: 'neutral', text: msg`Дубликат` },
}

export function UserStatusBadge({ status }: { status: UserStatus }) {
  return <LabelBadge label={lookUp(statusLabels, status, unknownLabel)} />
}

/** The status as a dot and a word, for rows. */
export function UserStatusText({ status }: { status: UserStatus }) {
  const { i18n } = useLingui()
  const { tone, text } = lookUp(statusLabels, status, unknownLabel)
  return (
    <span className={`inline-flex items-center gap-xs ${tone === 'error' ? 'text-ink-error' : 'text-ink'}`}>
      <span className={`size-[8px] shrink-0 rounded-full ${toneMarks[tone]}`} />
      {i18n._(text)}
    </span>
  )
}

/** The options of a select for one of the role groups. */
export function RoleGroupOptions() {
  const { i18n } = useLingui()
  return roleGroups.map((group) => (
    <option key={group} value={group}>
      {i18n._(roleGroupLabels[group])}
    </option>
  ))
}

/** Names of the user's roles. */
export function useRoleNames(): (roles: FoundUser['roles']) => string[] {
  const { t, i18n } = useLingui()
  return (roles) => (roles.length === 0 ? [t`Без роли`] : roles.map(({ name }) => i18n._(labelOf(roleLabels, name))))
}

type UserLinkProps = {
  id: string
  onIntent?: () => void
  /** Covers its whole row, which is positioned. */
  isStretched?: boolean
  children: ReactNode
}

/** Opens the card of a user over the current tab of the panel; `onIntent` is called on hover and focus. */
export function UserLink({ id, onIntent, isStretched = false, children }: UserLinkProps) {
  return (
    <Link
      from="/adm-panel/"
      to="/adm-panel/"
      search={(search) => ({ ...search, user: id, dialog: undefined })}
      state={openedHere}
      resetScroll={false}
      preload={false}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      aria-haspopup="dialog"
      className={
        isStretched
          ? stretchedLink
          : 'inline-flex min-h-lg items-center rounded-xs underline-offset-4 hover:text-ink-link hover:underline'
      }
    >
      {children}
    </Link>
  )
}
