import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { JoinedCounts, JoinPreview, JoinSide } from '#contract/people/account-joins.ts'
import { fullName } from '#contract/people/names.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { roleLabels } from '#src/i18n/role-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { RadioGroup } from '#src/ui/forms/checkbox-and-radio.tsx'
import { joinedKindLabels, joinObstacleLabels } from './join-labels.ts'

type Sides = Pick<JoinPreview, 'kept' | 'joined'>

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

type JoinPreviewDetailsProps = { preview: JoinPreview; choice: Choice; onChange: (change: Partial<Choice>) => void }

/** Which account stays, which name and contacts it gets, and what moves to it; or why that is not possible. */
export function JoinPreviewDetails({ preview, choice, onChange }: JoinPreviewDetailsProps) {
  const { t, i18n } = useLingui()
  const { kept, joined, obstacle, moves, stays } = preview
  const roles = [...new Set([...kept.roles, ...joined.roles])].map((role) => i18n._(labelOf(roleLabels, role)))
  const sides = (
    <DescriptionList
      entries={[
        { key: 'kept', term: t`Останется`, value: <Side side={kept} /> },
        { key: 'joined', term: t`Присоединится`, value: <Side side={joined} /> },
        { key: 'roles', term: t`Роли`, value: obstacle === null && (roles.join(', ') || t`Без роли`) },
      ]}
    />
  )
  if (obstacle !== null)
    return (
      <>
        {sides}
        <Notice tone="warning" role="status" title={<Trans>Объединить нельзя</Trans>}>
          <p>{i18n._(joinObstacleLabels[obstacle])}</p>
          <Counts counts={stays} />
        </Notice>
      </>
    )
  return (
    <>
      {sides}
      <Alternatives
        legend={<Trans>Какое имя оставить</Trans>}
        sides={preview}
        textOf={fullName}
        value={choice.nameOf}
        onChange={(nameOf) => onChange({ nameOf })}
      />
      <Alternatives
        legend={<Trans>Какую почту оставить</Trans>}
        sides={preview}
        textOf={({ email }) => email}
        value={choice.emailOf}
        onChange={(emailOf) => onChange({ emailOf })}
      />
      <Alternatives
        legend={<Trans>Какой телефон оставить</Trans>}
        sides={preview}
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

function Side({ side }: { side: JoinSide }) {
  const dates = useDates()
  const { email, phone, lastSignInAt } = side
  const contacts = [email, phone && formatPhone(phone)].filter(Boolean).join(separator)
  return (
    <>
      <p className="font-medium">{fullName(side)}</p>
      <p className="text-sm break-words text-ink-muted">{contacts || <Trans>без почты и телефона</Trans>}</p>
      <p className="text-sm text-ink-muted">
        {lastSignInAt ? <Trans>последний вход {dates.dateTime(lastSignInAt)}</Trans> : <Trans>ещё не входил</Trans>}
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

function Counts({ counts }: { counts: JoinedCounts }) {
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
