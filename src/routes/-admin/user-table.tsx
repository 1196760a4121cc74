import { Trans, useLingui } from '@lingui/react/macro'
import type { FoundUser } from '#contract/people/admin.ts'
import { fullName } from '#contract/people/names.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { NoValue } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { UserCard } from './opened-user-card.tsx'
import { UserLink, UserStatusBadge, useRoleNames } from './user-labels.tsx'

type UserTableProps = { users: readonly FoundUser[] }

/** A row per user. */
export function UserTable({ users }: UserTableProps) {
  return <Responsive from="md" narrow={<NarrowRows users={users} />} wide={<WideTable users={users} />} />
}

function WideTable({ users }: UserTableProps) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const columns: Column<FoundUser>[] = [
    { key: 'name', title: t`Пользователь`, rowHeader: true, cell: (user) => <Name user={user} /> },
    // The most important columns are visible on a tablet.
    { key: 'status', title: t`Статус`, fitContent: true, cell: ({ status }) => <UserStatusBadge status={status} /> },
    { key: 'roles', title: t`Роли`, cell: ({ roles }) => roleNames(roles).join(', ') },
    { key: 'contact', title: t`Электронная почта и телефон`, cell: (user) => <Contacts user={user} hasInviteLink /> },
    {
      key: 'seen',
      title: t`Последний вход`,
      fitContent: true,
      cell: ({ lastSignInAt }) => <LastSignIn at={lastSignInAt} />,
    },
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
          <p className="mt-xxs text-sm text-ink-muted">
            <Contacts user={user} />
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

/** For those who cannot sign in also why, and what to do about it. */
function Contacts({ user, hasInviteLink = false }: { user: FoundUser; hasInviteLink?: boolean }) {
  const { t } = useLingui()
  const { id, status, email, phone } = user
  const contacts = [email, phone && formatPhone(phone)].filter((contact) => contact !== null)
  if (contacts.length === 0)
    return status === 'closed' ? (
      <span className="text-ink-muted">
        <Trans>Нет почты и телефона</Trans>
      </span>
    ) : (
      <NoValue>{t`не указаны`}</NoValue>
    )
  return (
    <span className="flex flex-wrap items-center gap-x-sm tabular-nums min-[1440px]:flex-nowrap min-[1440px]:whitespace-nowrap">
      {contacts.map((contact) => (
        <span
          key={contact}
          className={contact === email ? 'min-w-0 wrap-anywhere min-[1440px]:min-w-auto' : 'whitespace-nowrap'}
        >
          {contact}
        </span>
      ))}
      {status === 'closed' && hasInviteLink && (
        <span className="text-ink-link">
          <UserLink id={id} onIntent={UserCard.prefetch}>
            <Trans>
              Пригласить<VisuallyHidden>: {fullName(user)}</VisuallyHidden>
            </Trans>
          </UserLink>
        </span>
      )}
    </span>
  )
}

function LastSignIn({ at }: { at: string | null }) {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  if (at === null) return <NoValue>{t`входов не было`}</NoValue>
  const day = dates.dayOf(at)
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {day.slice(0, 4) === today.slice(0, 4) ? dates.day(day) : dates.dayWithYear(day)}
    </time>
  )
}
