import { useLingui } from '@lingui/react/macro'
import type { FoundUser } from '#contract/people/admin.ts'
import { fullName } from '#contract/people/names.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { NoValue } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { UserCard } from './opened-user-card.tsx'
import { UserLink, UserStatusBadge, useRoleNames } from './user-labels.tsx'

type UserTableProps = { users: readonly FoundUser[] }

/** A row per user; on a phone with the most important facts only. */
export function UserTable({ users }: UserTableProps) {
  return <Responsive from="md" narrow={<NarrowRows users={users} />} wide={<WideTable users={users} />} />
}

function WideTable({ users }: UserTableProps) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const columns: Column<FoundUser>[] = [
    { key: 'name', title: t`Пользователь`, rowHeader: true, cell: (user) => <Name user={user} /> },
    // The most important columns are visible on a tablet.
    { key: 'status', title: t`Состояние`, fitContent: true, cell: ({ status }) => <UserStatusBadge status={status} /> },
    { key: 'roles', title: t`Роли`, cell: ({ roles }) => roleNames(roles).join(', ') },
    { key: 'contact', title: t`Почта и телефон`, cell: (user) => <Contact user={user} /> },
    { key: 'seen', title: t`Последний вход`, cell: ({ lastSignInAt }) => <LastSignIn at={lastSignInAt} /> },
  ]
  return <Table isDense caption={t`Пользователи`} columns={columns} rows={users} rowKey={({ id }) => id} />
}

function NarrowRows({ users }: UserTableProps) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  return (
    <ul aria-label={t`Пользователи`} className="divide-y divide-line-soft">
      {users.map((user) => (
        <li key={user.id} className="relative px-base py-sm">
          <Name user={user} isStretched />
          <p className="mt-xxs flex flex-wrap items-center gap-x-xs gap-y-xxs text-sm text-ink-muted">
            <UserStatusBadge status={user.status} />
            {roleNames(user.roles).join(', ')}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Name({ user, isStretched = false }: { user: FoundUser; isStretched?: boolean }) {
  return (
    <span className="font-medium xl:whitespace-nowrap">
      <UserLink id={user.id} onIntent={UserCard.prefetch} isStretched={isStretched}>
        {fullName(user)}
      </UserLink>
    </span>
  )
}

function Contact({ user: { email, phone } }: { user: FoundUser }) {
  const { t } = useLingui()
  const contacts = [email, phone && formatPhone(phone)].filter((contact) => contact !== null)
  return contacts.length === 0 ? (
    <NoValue>{t`не указаны`}</NoValue>
  ) : (
    <span className="flex flex-wrap gap-x-sm tabular-nums">
      {contacts.map((contact) => (
        <span key={contact} className="break-words xl:whitespace-nowrap">
          {contact}
        </span>
      ))}
    </span>
  )
}

function LastSignIn({ at }: { at: string | null }) {
  const { t } = useLingui()
  const dates = useDates()
  if (at === null) return <NoValue>{t`ещё не было`}</NoValue>
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {dates.dayWithYear(dates.dayOf(at))}
    </time>
  )
}
