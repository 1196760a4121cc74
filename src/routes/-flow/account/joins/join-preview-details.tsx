import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { JoinedKind } from '#contract/enumerations.ts'
import type { JoinedAccounts, JoinedCounts, JoinSide } from '#contract/people/account-joins.ts'
import { fullName } from '#contract/people/names.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { roleLabels } from '#src/i18n/role-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { RadioGroup } from '#src/ui/forms/checkbox-and-radio.tsx'

type Sides = Pick<JoinedAccounts, 'kept' | 'joined'>

/** Ids of the accounts whose name and contacts stay. */
export type Choice = Record<'nameOf' | 'emailOf' | 'phoneOf', string>

/** The values of the account that stays, where it has them. */
export function defaultChoice({ kept, joined }: Sides): Choice {
  return {
    nameOf: fullName(kept) === '' ? joined.id : kept.id,
    emailOf: kept.email === null ? joined.id : kept.id,
    phoneOf: kept.phone === null ? joined.id : kept.id,
  }
}

type JoinPreviewDetailsProps = {
  accounts: JoinedAccounts
  choice: Choice
  onChange: (change: Partial<Choice>) => void
}

/** Which account stays, which name and contacts it gets, and what moves to it. */
export function JoinPreviewDetails({ accounts, choice, onChange }: JoinPreviewDetailsProps) {
  const { t, i18n } = useLingui()
  const { kept, joined, moves, stays } = accounts
  const roles = [...new Set([...kept.roles, ...joined.roles])].map((role) => i18n._(labelOf(roleLabels, role)))
  return (
    <>
      <BothSides sides={accounts} roles={roles.join(', ') || t`Без роли`} />
      <Alternatives
        legend={<Trans>Какое имя оставить</Trans>}
        sides={accounts}
        textOf={fullName}
        value={choice.nameOf}
        onChange={(nameOf) => onChange({ nameOf })}
      />
      <Alternatives
        legend={<Trans>Какую почту оставить</Trans>}
        sides={accounts}
        textOf={({ email }) => email}
        value={choice.emailOf}
        onChange={(emailOf) => onChange({ emailOf })}
      />
      <Alternatives
        legend={<Trans>Какой телефон оставить</Trans>}
        sides={accounts}
        textOf={({ phone }) => phone && formatPhone(phone)}
        value={choice.phoneOf}
        onChange={(phoneOf) => onChange({ phoneOf })}
      />
      <section className="flex flex-col gap-xs">
        <h3 className="text-sm font-medium">
          <Trans>Перейдёт</Trans>
        </h3>
        {moves.length > 0 ? (
          <Counts counts={moves} />
        ) : (
          <p className="text-ink-muted">
            <Trans>Ничего: у присоединяемой учётной записи нет своих данных.</Trans>
          </p>
        )}
      </section>
      {stays.length > 0 && (
        <section className="flex flex-col gap-xs">
          <h3 className="text-sm font-medium">
            <Trans>Не перейдёт, потому что такое уже есть</Trans>
          </h3>
          <Counts counts={stays} />
        </section>
      )}
    </>
  )
}

/** The email and the phone of an account; a number is not broken. */
export function Contacts({ of: { email, phone } }: { of: Pick<JoinSide, 'email' | 'phone'> }) {
  if (email === null && phone === null) return <Trans>без почты и телефона</Trans>
  return (
    <>
      {email}
      {email && phone && separator}
      {phone && <span className="whitespace-nowrap">{formatPhone(phone)}</span>}
    </>
  )
}

/** The account that stays and the one that joins it. */
export function BothSides({ sides: { kept, joined }, roles }: { sides: Sides; roles?: string }) {
  const { t } = useLingui()
  return (
    <DescriptionList
      entries={[
        { key: 'kept', term: t`Останется`, value: <Side side={kept} /> },
        { key: 'joined', term: t`Присоединится`, value: <Side side={joined} /> },
        { key: 'roles', term: t`Роли`, value: roles },
      ]}
    />
  )
}

function Side({ side }: { side: JoinSide }) {
  const dates = useDates()
  const { lastSignInAt } = side
  return (
    <>
      <p className="font-medium">{fullName(side)}</p>
      <p className="text-sm break-words text-ink-muted">
        <Contacts of={side} />
      </p>
      <p className="text-sm text-ink-muted">
        {lastSignInAt ? (
          <Trans>последний вход {dates.dateTime(lastSignInAt)}</Trans>
        ) : (
          <Trans>входов ещё не было</Trans>
        )}
      </p>
    </>
  )
}

type AlternativesProps = {
  legend: ReactNode
  sides: Sides
  textOf: (side: JoinSide) => string | null
  value: string
  onChange: (id: string) => void
}

/** A choice, where the accounts differ and both have a value. */
function Alternatives({ legend, sides: { kept, joined }, textOf, value, onChange }: AlternativesProps) {
  const [own, other] = [textOf(kept), textOf(joined)]
  if (!own || !other || own === other) return null
  const options = [
    { value: kept.id, label: own },
    { value: joined.id, label: other },
  ]
  return <RadioGroup legend={legend} options={options} value={value} onChange={onChange} />
}

/** What belongs to an account. */
const joinedKindLabels: Record<JoinedKind, MessageDescriptor> = {
  children: msg`Дети`,
  guardians: msg`Родители`,
  contracts: msg`Договоры и справки`,
  enrolments: msg`Группы и записи на курсы`,
  marks: msg`Оценки и посещаемость`,
  appointments: msg`Экзамены и беседы`,
  absences: msg`Сообщения об отсутствии`,
  teaching: msg`Занятия и группы преподавателя`,
  tickets: msg`Сообщения`,
  linkedAccounts: msg`Привязанные аккаунты`,
  notifications: msg`Уведомления и письма`,
  settings: msg`Настройки и отметки о прочтении`,
  panel: msg`Новости и загрузки в панели`,
}

/** How much of what belongs to an account. */
export function Counts({ counts }: { counts: JoinedCounts }) {
  const { i18n } = useLingui()
  if (counts.length === 0) return null
  return (
    <ul className="flex flex-col gap-xxs tabular-nums">
      {counts.map(({ kind, count }) => (
        <li key={kind}>
          {i18n._(joinedKindLabels[kind])}: {count}
        </li>
      ))}
    </ul>
  )
}
