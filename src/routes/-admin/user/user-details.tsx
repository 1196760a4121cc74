import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserCard } from '#contract/people/admin.ts'
import { presetOf } from '#contract/people/guardian-rights.ts'
import { displayName, fullName } from '#contract/people/names.ts'
import { groupsHeld, knownRoles, passesRoleCheck } from '#contract/roles.ts'
import type { AdminPanelSearch } from '#contract/screen-search.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatPhone, guardianPresetLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountControl } from '#src/routes/-admin/account-control.tsx'
import { CardPart } from '#src/routes/-admin/card-part.tsx'
import { AccountJoins } from '#src/routes/-admin/joins/account-joins.tsx'
import { UserAutopays } from '#src/routes/-admin/payments/user-autopays.tsx'
import { UserPayments } from '#src/routes/-admin/payments/user-payments.tsx'
import { UserTerminations } from '#src/routes/-admin/payments/user-terminations.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { DescriptionList, List, ListItem } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { UserConsents } from './user-consents.tsx'
import { UserContracts } from './user-contracts.tsx'
import { UserDeliveries } from './user-deliveries.tsx'
import { UserGroups } from './user-groups.tsx'
import { UserLink, UserStatusBadge, useRoleNames } from './user-labels.tsx'
import { UserPairingCodes } from './user-pairing-codes.tsx'
import { UserTickets } from './user-tickets.tsx'

export function UserDetails({ user }: { user: UserCard }) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const dates = useDates()
  const { firstName, lastName, roles, relatives, formerRelatives, lastSignInAt, createdAt } = user
  const groups = groupsHeld(knownRoles(roles))
  const relativesOf = (kind: 'child' | 'guardian') => {
    const some = relatives.filter((relative) => relative.kind === kind)
    const former = formerRelatives.filter((relative) => relative.kind === kind)
    return some.length + former.length > 0 ? <Relatives relatives={some} former={former} /> : null
  }
  const [children, guardians] = [relativesOf('child'), relativesOf('guardian')]
  return (
    <div className="flex flex-col gap-lg">
      <div className="flex items-center gap-base">
        <Avatar name={displayName({ firstName, lastName })} src={user.avatar} size="large" />
        <div className="flex min-w-0 flex-wrap gap-xs">
          <UserStatusBadge status={user.status} />
          {roleNames(roles).map((name) => (
            <Badge key={name}>{name}</Badge>
          ))}
        </div>
      </div>
      <DescriptionList
        isCompact
        entries={[
          {
            key: 'email',
            term: t`Электронная почта`,
            value: user.email && <a href={`mailto:${user.email}`}>{user.email}</a>,
          },
          {
            key: 'phone',
            term: t`Телефон`,
            value: user.phone && <a href={`tel:${user.phone}`}>{formatPhone(user.phone)}</a>,
          },
          { key: 'grade', term: t`Класс`, value: user.grade },
          {
            key: 'seen',
            term: t`Последний вход`,
            value: lastSignInAt && `${dates.dayWithYear(dates.dayOf(lastSignInAt))}, ${dates.time(lastSignInAt)}`,
          },
          { key: 'since', term: t`В школе с`, value: dates.dayWithYear(dates.dayOf(createdAt)) },
        ]}
      />
      {children && <CardPart title={<Trans>Дети</Trans>}>{children}</CardPart>}
      {guardians && <CardPart title={<Trans>Родители</Trans>}>{guardians}</CardPart>}
      <CardPart title={<Trans>Договоры</Trans>}>
        <UserContracts user={user} />
      </CardPart>
      {(user.groups.length > 0 || groups.includes('student')) && (
        <CardPart title={<Trans>Группы</Trans>}>
          <UserGroups groups={user.groups} />
        </CardPart>
      )}
      <CardPart title={<Trans>Сообщения школе</Trans>}>
        <UserTickets id={user.id} />
      </CardPart>
      <CardPart title={<Trans>Что школа отправила</Trans>}>
        <UserDeliveries id={user.id} />
      </CardPart>
      {user.status !== 'joined' && (
        <CardPart title={<Trans>Доступ</Trans>}>
          <AccountControl user={user} />
        </CardPart>
      )}
      {user.joins.length > 0 && (
        <CardPart title={<Trans>Учётные записи этого человека</Trans>}>
          <AccountJoins user={user} />
        </CardPart>
      )}
      {user.status !== 'joined' && groups.includes('student') && (
        <CardPart title={<Trans>Коды для родителей и ребёнка</Trans>}>
          <UserPairingCodes user={user} />
        </CardPart>
      )}
      {user.consents.length > 0 && (
        <CardPart title={<Trans>Согласия</Trans>}>
          <UserConsents consents={user.consents} />
        </CardPart>
      )}
      <UserPayments id={user.id} />
      <UserAutopays id={user.id} />
      <UserTerminations id={user.id} />
      <CardPart title={<Trans>Устройства</Trans>}>
        <UserDevices sessions={user.sessions} />
      </CardPart>
      <CardPart title={<Trans>Журнал</Trans>}>
        <div className="flex flex-col items-start gap-xs">
          <AuditLink filter={{ subject: user.id }}>
            <Trans>Всё об этом пользователе</Trans>
          </AuditLink>
          <AuditLink filter={{ subject: user.id, kind: 'impersonation' }}>
            <Trans>Кто входил под этим пользователем</Trans>
          </AuditLink>
          {passesRoleCheck('admin', knownRoles(roles)) && (
            <AuditLink filter={{ actor: user.id, kind: 'impersonation' }}>
              <Trans>Под кем входил этот администратор</Trans>
            </AuditLink>
          )}
        </div>
      </CardPart>
    </div>
  )
}

type RelativesProps = { relatives: UserCard['relatives']; former: UserCard['formerRelatives'] }

function Relatives({ relatives, former }: RelativesProps) {
  return (
    <ul className="flex flex-col gap-xxs">
      {relatives.map((relative) => (
        <Relative key={relative.id} relative={relative} />
      ))}
      {former.map((relative) => (
        <FormerRelative key={relative.id} relative={relative} />
      ))}
    </ul>
  )
}

/** A pair that the school has ended, and may make again. */
function FormerRelative({ relative }: { relative: UserCard['formerRelatives'][number] }) {
  const { t } = useLingui()
  const dates = useDates()
  const { open } = useScreenSearch('admin')
  const { id, firstName, lastName, endedAt, reason } = relative
  const name = fullName({ lastName, firstName, patronym: null })
  const day = dates.dayWithYear(dates.dayOf(endedAt))
  return (
    <li className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
      <span className="text-ink-link">
        <UserLink id={id}>{name}</UserLink>
      </span>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t`Восстановить связь, ${name}`}
        onClick={() => open({ dialog: 'restore-guardian', item: id })}
      >
        <Trans>Восстановить</Trans>
      </Button>
      <span className="w-full text-sm wrap-anywhere text-ink-muted">
        <Trans>
          Связь прекращена {day}: {reason}
        </Trans>
      </span>
    </li>
  )
}

/** A child or a guardian, and what the guardian may do for the child. */
function Relative({ relative }: { relative: UserCard['relatives'][number] }) {
  const { t, i18n } = useLingui()
  const { open } = useScreenSearch('admin')
  const { id, firstName, lastName, rights } = relative
  const name = fullName({ lastName, firstName, patronym: null })
  const preset = presetOf(rights)
  const set = preset === null ? t`Свой набор` : i18n._(guardianPresetLabels[preset])
  return (
    <li className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
      <span className="text-ink-link">
        <UserLink id={id}>{name}</UserLink>
      </span>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t`${set}: изменить права, ${name}`}
        onClick={() => open({ dialog: 'guardian-rights', item: id })}
      >
        {set}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={t`Прекратить связь, ${name}`}
        onClick={() => open({ dialog: 'end-guardian', item: id })}
      >
        <Trans>Прекратить</Trans>
      </Button>
    </li>
  )
}

function UserDevices({ sessions }: { sessions: UserCard['sessions'] }) {
  const { t } = useLingui()
  const dates = useDates()
  if (sessions.length === 0) {
    return (
      <p className="text-ink-muted">
        <Trans>Сейчас кабинет пользователя нигде не открыт.</Trans>
      </p>
    )
  }
  return (
    <List>
      {sessions.map(({ id, browser, system, address, lastSeenAt }) => (
        <ListItem
          key={id}
          title={[browser, system].filter(Boolean).join(', ') || t`Неизвестное устройство`}
          note={[dates.dateTime(lastSeenAt), address].filter(Boolean).join(separator)}
        />
      ))}
    </List>
  )
}

function AuditLink({ filter, children }: { filter: AdminPanelSearch['filter']; children: ReactNode }) {
  return (
    <Link
      to="/adm-panel/"
      search={{ tab: 'audit', filter }}
      preload={false}
      className="rounded-xs text-ink-link underline decoration-info-3 underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  )
}
