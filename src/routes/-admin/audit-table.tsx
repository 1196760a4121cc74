import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '#contract/admin.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { ActionBadge } from './labels.tsx'
import { UserLink } from './links.tsx'
import { UserCard } from './opened-user.tsx'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useLingui()
  const columns: Column<AuditEntry>[] = [
    { key: 'at', title: t`Когда`, rowHeader: true, tight: true, cell: ({ at }) => <When at={at} /> },
    { key: 'action', title: t`Действие`, tight: true, cell: ({ action }) => <ActionBadge action={action} /> },
    { key: 'actor', title: t`Кто`, cell: ({ actor }) => <Person person={actor} /> },
    { key: 'subject', title: t`Под кем`, cell: ({ subject }) => <Person person={subject} /> },
    { key: 'reason', title: t`Причина`, cell: (entry) => <Reason entry={entry} /> },
    { key: 'address', title: t`Откуда`, tight: true, cell: ({ address }) => address },
  ]
  return <Table caption={t`Журнал действий`} captionHidden columns={columns} rows={entries} rowKey={({ id }) => id} />
}

function When({ at }: { at: string }) {
  const dates = useDates()
  return (
    <time dateTime={at} className="tabular-nums">
      {dates.dateTime(at)}
    </time>
  )
}

function Person({ person }: { person: AuditEntry['actor'] }) {
  if (person !== null)
    return (
      <UserLink id={person.id} onIntent={UserCard.warm}>
        {person.name}
      </UserLink>
    )
  return (
    <span className="text-ink-muted">
      <Trans>неизвестно</Trans>
    </span>
  )
}

/** What was typed, and for a refusal why it was refused. */
function Reason({ entry: { reason, problem } }: { entry: AuditEntry }) {
  return (
    <span className="flex flex-col">
      {reason}
      {problem !== null && (
        <span className="text-sm text-ink-muted">
          <ProblemWords type={problem} />
        </span>
      )}
    </span>
  )
}
