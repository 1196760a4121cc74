import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '#contract/admin.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { warmUserCard } from './user-card-lazy.ts'
import { UserLink } from './user-link.tsx'
import { actionLooks, plainLook } from './words.ts'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useLingui()
  const columns: Column<AuditEntry>[] = [
    { key: 'at', title: t`Когда`, rowHeader: true, narrow: true, cell: ({ at }) => <When at={at} /> },
    { key: 'action', title: t`Действие`, narrow: true, cell: (entry) => <Action entry={entry} /> },
    { key: 'actor', title: t`Кто`, cell: ({ actor }) => <Person person={actor} /> },
    { key: 'subject', title: t`Под кем`, cell: ({ subject }) => <Person person={subject} /> },
    { key: 'reason', title: t`Причина`, cell: (entry) => <Reason entry={entry} /> },
    { key: 'address', title: t`Откуда`, narrow: true, cell: ({ address }) => address },
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

function Action({ entry: { action } }: { entry: AuditEntry }) {
  const { i18n } = useLingui()
  const { tone, words } = known(actionLooks, action, plainLook)
  return <Badge tone={tone}>{i18n._(words)}</Badge>
}

function Person({ person }: { person: AuditEntry['actor'] }) {
  if (person !== null)
    return (
      <UserLink id={person.id} onIntent={warmUserCard}>
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
