import { useLingui } from '@lingui/react/macro'
import type { FoundUser } from '#contract/people/admin.ts'
import { displayName, fullName } from '#contract/people/names.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { type VirtualColumn, VirtualList, VirtualTable } from '#src/ui/data/virtual-list.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { UserCard } from './opened-user-card.tsx'
import { UserLink, UserStatusBadge, useRoleNames } from './user-labels.tsx'

type UserTableProps = { users: readonly FoundUser[]; onEndReached: () => void }

/** Virtual table of users; on a phone a list of cards. */
export function WideUserTable(props: UserTableProps) {
  return <Responsive from="md" narrow={<UserList {...props} />} wide={<UserTable {...props} />} />
}

function UserTable({ users, onEndReached }: UserTableProps) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const columns = [
    { key: 'name', title: t`Пользователь`, width: 300 },
    // The most important columns are visible on a tablet.
    { key: 'status', title: t`Состояние`, width: 165, align: 'start' },
    { key: 'roles', title: t`Роли`, width: 220, align: 'start' },
    { key: 'contact', title: t`Почта и телефон`, width: 234, align: 'start' },
    { key: 'seen', title: t`Последний вход`, width: 165, align: 'start' },
  ] as const satisfies readonly VirtualColumn[]
  const cells = {
    name: (user: FoundUser) => <Name user={user} />,
    roles: ({ roles }: FoundUser) => <span className="line-clamp-2">{roleNames(roles).join(', ')}</span>,
    contact: (user: FoundUser) => <Contact user={user} />,
    status: ({ status }: FoundUser) => <UserStatusBadge status={status} />,
    seen: ({ lastSignInAt }: FoundUser) => <LastSignIn at={lastSignInAt} />,
  }
  return (
    <VirtualTable
      caption={t`Пользователи`}
      columns={columns}
      rowCount={users.length}
      rowKey={(row) => users[row]?.id ?? String(row)}
      rowHeight={60}
      onEndReached={onEndReached}
      cell={(row, column) => {
        const [user, named] = [users[row], columns[column]]
        return user && named && cells[named.key](user)
      }}
    />
  )
}

function UserList({ users, onEndReached }: UserTableProps) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  return (
    <VirtualList
      label={t`Пользователи`}
      items={users}
      itemKey={({ id }) => id}
      estimatedHeight={148}
      gap={12}
      onEndReached={onEndReached}
    >
      {(user) => (
        <article className="flex flex-col gap-xs rounded-lg border border-line-soft bg-surface p-base">
          <Name user={user} />
          <p className="text-sm text-ink-muted">{roleNames(user.roles).join(', ')}</p>
          <Contact user={user} />
          <p className="flex flex-wrap items-center gap-xs text-sm text-ink-muted">
            <UserStatusBadge status={user.status} />
            <LastSignIn at={user.lastSignInAt} />
          </p>
        </article>
      )}
    </VirtualList>
  )
}

function Name({ user }: { user: FoundUser }) {
  return (
    <span className="flex min-w-0 items-center gap-sm">
      <Avatar name={displayName(user)} src={user.avatar} />
      <span className="line-clamp-2 min-w-0 font-medium">
        <UserLink id={user.id} onIntent={UserCard.prefetch}>
          {fullName(user)}
        </UserLink>
      </span>
    </span>
  )
}

function Contact({ user: { email, phone } }: { user: FoundUser }) {
  return (
    <span className="flex min-w-0 flex-col text-sm empty:hidden">
      {email && <span className="truncate">{email}</span>}
      {phone && <span className="text-ink-muted tabular-nums">{formatPhone(phone)}</span>}
    </span>
  )
}

function LastSignIn({ at }: { at: string | null }) {
  const dates = useDates()
  return at && <time dateTime={at}>{dates.dayWithYear(dates.dayOf(at))}</time>
}
