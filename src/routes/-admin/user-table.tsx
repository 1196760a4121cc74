import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import type { ListedUser } from '#contract/people/admin.ts'
import { displayName, fullName } from '#contract/people/names.ts'
import { groupsHeld, knownRoles } from '#contract/roles.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatPhone, foundByText, roleGroupLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { NoValue } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { UserCard } from './user/opened-user-card.tsx'
import { UserLink, UserStatusText } from './user/user-labels.tsx'

type UserTableProps = { users: readonly ListedUser[] }

/** A row per user. */
export function UserTable({ users }: UserTableProps) {
  return <Responsive from="lg" narrow={<NarrowRows users={users} />} wide={<WideTable users={users} />} />
}

function WideTable({ users }: UserTableProps) {
  const { t } = useLingui()
  const columns: Column<ListedUser>[] = [
    {
      key: 'name',
      title: t`Пользователь`,
      width: '44%',
      rowHeader: true,
      cell: (user) => <TwoLines first={<Name user={user} />} second={<RolesAndRelatives user={user} />} />,
    },
    {
      key: 'status',
      title: t`Статус`,
      width: '21%',
      cell: (user) => (
        <TwoLines first={<UserStatusText status={user.status} />} second={<Obstacle user={user} isBelowStatus />} />
      ),
    },
    { key: 'contact', title: t`Почта и телефон`, width: '22%', cell: (user) => <Contacts user={user} /> },
    {
      key: 'seen',
      title: t`Последний вход`,
      cell: ({ lastSignInAt }) => <LastSignIn at={lastSignInAt} />,
    },
  ]
  return <Table isDense caption={t`Пользователи`} columns={columns} rows={users} rowKey={({ id }) => id} />
}

/** Rows of one height, with what is read first above. */
function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="flex min-h-[36px] flex-col justify-center leading-tight">
      <span>{first}</span>
      <span className="font-normal text-ink-muted empty:hidden">{second}</span>
    </span>
  )
}

function NarrowRows({ users }: UserTableProps) {
  const { t, i18n } = useLingui()
  return (
    <ul aria-label={t`Пользователи`} className="divide-y divide-line-soft">
      {users.map((user) => (
        <li key={user.id} className="relative flex min-h-[56px] flex-col justify-center gap-half px-base py-xs">
          <p className="flex items-baseline justify-between gap-x-sm">
            <span className="min-w-0">
              <Name user={user} isStretched />
            </span>
            <span className="max-w-[45%] shrink-0 truncate text-sm leading-tight text-ink-muted">
              <Roles user={user} />
            </span>
          </p>
          <p className="truncate text-sm leading-tight text-ink-muted empty:hidden">
            {user.foundBy ? (
              foundByText(user.foundBy, i18n)
            ) : (
              <GroupsAndRelatives user={user} before={user.isCurator ? [t`куратор`] : []} />
            )}
          </p>
          <p className="flex items-baseline justify-between gap-x-sm text-sm leading-tight">
            <span className="shrink-0">
              <UserStatusText status={user.status} />
            </span>
            <span className="truncate text-ink-muted tabular-nums">
              <ShortContact user={user} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Name({ user, isStretched = false }: { user: ListedUser; isStretched?: boolean }) {
  return (
    <span className="text-base leading-tight font-medium xl:whitespace-nowrap">
      <UserLink id={user.id} onIntent={UserCard.prefetch} isStretched={isStretched}>
        <SchoolText>{fullName(user)}</SchoolText>
      </UserLink>
    </span>
  )
}

/** The groups of the roles; the card has the roles themselves. */
function Roles({ user: { roles } }: { user: ListedUser }) {
  const { t, i18n } = useLingui()
  const groups = groupsHeld(knownRoles(roles))
  return groups.length === 0 ? t`Без роли` : groups.map((group) => i18n._(roleGroupLabels[group])).join(', ')
}

/** Groups, then children by first names and guardians by full names; each kind after its word. */
function GroupsAndRelatives({ user: { groups, relatives }, before }: { user: ListedUser; before: ReactNode[] }) {
  const { t } = useLingui()
  const children = relatives.filter(({ kind }) => kind === 'child').map(({ firstName }) => firstName)
  const guardians = relatives.filter(({ kind }) => kind === 'guardian').map((one) => displayName(one))
  const [childNames, guardianNames] = [children.join(', '), guardians.join(', ')]
  const parts = [
    ...before,
    groups.length > 0 && <SchoolText>{groups.join(separator)}</SchoolText>,
    children.length > 0 && (children.length === 1 ? t`ребёнок: ${childNames}` : t`дети: ${childNames}`),
    guardians.length > 0 && (guardians.length === 1 ? t`родитель: ${guardianNames}` : t`родители: ${guardianNames}`),
  ].filter(Boolean)
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
    <Fragment key={index}>
      {index > 0 && separator}
      {part}
    </Fragment>
  ))
}

function RolesAndRelatives({ user }: { user: ListedUser }) {
  const { t, i18n } = useLingui()
  const roles = (
    <>
      <Roles user={user} />
      {user.isCurator && `, ${t`куратор`}`}
    </>
  )
  return (
    <>
      <GroupsAndRelatives user={user} before={[roles]} />
      {user.foundBy && `${separator}${foundByText(user.foundBy, i18n)}`}
    </>
  )
}

/** Why a person without an account cannot sign in, or what to do about it. */
function Obstacle({ user, isBelowStatus = false }: { user: ListedUser; isBelowStatus?: boolean }) {
  if (user.status !== 'closed') return null
  if (user.email === null && user.phone === null)
    return (
      <span className={isBelowStatus ? 'ps-base' : undefined}>
        <Trans>нет почты и телефона</Trans>
      </span>
    )
  if (!isBelowStatus) return null
  return (
    <span className="ps-base text-ink-link">
      <UserLink id={user.id} onIntent={UserCard.prefetch}>
        <Trans>
          Пригласить<VisuallyHidden>: {fullName(user)}</VisuallyHidden>
        </Trans>
      </UserLink>
    </span>
  )
}

/** The phone number of a row on a phone, else when the person was last here, else the email. */
function ShortContact({ user }: { user: ListedUser }) {
  const { email, phone, lastSignInAt } = user
  if (phone !== null) return formatPhone(phone)
  if (lastSignInAt !== null) return <LastSignIn at={lastSignInAt} />
  return email ?? <Obstacle user={user} />
}

function Contacts({ user: { email, phone } }: { user: ListedUser }) {
  const { t } = useLingui()
  if (email === null && phone === null) return <NoValue>{t`не указаны`}</NoValue>
  const call = phone && (
    <a href={`tel:${phone}`} className="inline-block rounded whitespace-nowrap text-ink-link tabular-nums">
      {formatPhone(phone)}
    </a>
  )
  return email === null ? call : <TwoLines first={<span className="wrap-anywhere">{email}</span>} second={call} />
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
