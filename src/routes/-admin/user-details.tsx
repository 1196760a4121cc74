import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { UserCard } from '#contract/admin.ts'
import { knownRoles, passes } from '#contract/roles.ts'
import { readablePhone } from '#src/i18n/person-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { UserLink } from '#src/routes/-frame/user-link.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { UserStatusBadge, useRoleNames } from './labels.tsx'
import { AuditLink } from './links.tsx'
import { ContractSums, UserDevices } from './user-holdings.tsx'

export function UserDetails({ user }: { user: UserCard }) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const dates = useDates()
  const { firstName, lastName, roles, relatives, lastSignInAt, createdAt } = user
  const relativesOf = (kind: 'child' | 'guardian') => {
    const some = relatives.filter((relative) => relative.kind === kind)
    return some.length > 0 ? <Relatives relatives={some} /> : null
  }
  return (
    <div className="flex flex-col gap-lg">
      <div className="flex items-center gap-base">
        <Avatar name={`${firstName} ${lastName}`} src={user.avatar} size="large" />
        <div className="flex min-w-0 flex-wrap gap-xs">
          <UserStatusBadge status={user.status} />
          {roleNames(roles).map((name) => (
            <Badge key={name}>{name}</Badge>
          ))}
        </div>
      </div>
      <DescriptionList
        entries={[
          { key: 'email', term: t`Почта`, value: user.email && <a href={`mailto:${user.email}`}>{user.email}</a> },
          {
            key: 'phone',
            term: t`Телефон`,
            value: user.phone && <a href={`tel:${user.phone}`}>{readablePhone(user.phone)}</a>,
          },
          { key: 'grade', term: t`Класс`, value: user.grade },
          {
            key: 'seen',
            term: t`Последний вход`,
            value: lastSignInAt && `${dates.dayWithYear(dates.dayOf(lastSignInAt))}, ${dates.time(lastSignInAt)}`,
          },
          { key: 'since', term: t`В школе с`, value: dates.dayWithYear(dates.dayOf(createdAt)) },
          { key: 'children', term: t`Дети`, value: relativesOf('child') },
          { key: 'guardians', term: t`Родители`, value: relativesOf('guardian') },
        ]}
      />
      <Part title={<Trans>Договоры</Trans>}>
        <ContractSums contracts={user.contracts} />
      </Part>
      <Part title={<Trans>Устройства</Trans>}>
        <UserDevices sessions={user.sessions} />
      </Part>
      <Part title={<Trans>Журнал</Trans>}>
        <div className="flex flex-col items-start gap-xs">
          <AuditLink filter={{ subject: user.id }}>
            <Trans>Всё об этом пользователе</Trans>
          </AuditLink>
          <AuditLink filter={{ subject: user.id, kind: 'impersonation' }}>
            <Trans>Кто входил под этим пользователем</Trans>
          </AuditLink>
          {passes('admin', knownRoles(roles)) && (
            <AuditLink filter={{ actor: user.id, kind: 'impersonation' }}>
              <Trans>Под кем входил этот администратор</Trans>
            </AuditLink>
          )}
        </div>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-xs">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  )
}

function Relatives({ relatives }: { relatives: UserCard['relatives'] }) {
  return (
    <ul className="flex flex-col gap-xxs">
      {relatives.map(({ id, firstName, lastName }) => (
        <li key={id} className="text-ink-link">
          <UserLink id={id}>
            {lastName} {firstName}
          </UserLink>
        </li>
      ))}
    </ul>
  )
}
