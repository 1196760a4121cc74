import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '#contract/people/admin.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { lookUp, separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { problemLabels } from '#src/routes/-admin/problem-labels.ts'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { LabelBadge, unknownLabel } from '#src/routes/-query/labels/badges.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { describeDetail } from './audit-details.ts'
import { actionLabels } from './audit-labels.ts'

type AuditTableProps = { entries: readonly AuditEntry[] }

/** A row per entry. */
export function AuditTable({ entries }: AuditTableProps) {
  // Days, names and addresses broke within words on a tablet and beside the menu.
  return <Responsive from="xl" narrow={<NarrowRows entries={entries} />} wide={<WideTable entries={entries} />} />
}

/** Action and time; who, about whom and from where; details. */
function NarrowRows({ entries }: AuditTableProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  return (
    <ul aria-label={t`Журнал действий`} className="divide-y divide-line-soft">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-col gap-half px-base py-xs text-sm">
          <p className="flex items-start justify-between gap-sm">
            <Action entry={entry} />
            <span className="shrink-0 text-ink-muted tabular-nums">
              <DateTime at={entry.at} />
            </span>
          </p>
          <p className="wrap-anywhere">
            <Actor entry={entry} />
            {hasOtherSubject(entry) && (
              <>
                {' → '}
                <Person person={entry.subject} />
              </>
            )}
            {entry.address && <span className="text-ink-muted">{`${separator}${entry.address}`}</span>}
          </p>
          {detailsOf(entry, describeDetail(entry, { i18n, dates }))}
        </li>
      ))}
    </ul>
  )
}

function hasOtherSubject({ actor, subject }: AuditEntry): boolean {
  return subject !== null && subject.id !== actor?.id
}

function WideTable({ entries }: AuditTableProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const columns: Column<AuditEntry>[] = [
    { key: 'at', title: t`Когда`, rowHeader: true, width: '13%', cell: ({ at }) => <DateTime at={at} /> },
    { key: 'action', title: t`Действие`, width: '20%', cell: (entry) => <Action entry={entry} /> },
    { key: 'actor', title: t`Кто`, width: '16%', cell: (entry) => <Actor entry={entry} /> },
    { key: 'subject', title: t`О ком`, width: '16%', cell: subjectOf },
    { key: 'detail', title: t`Подробности`, cell: (entry) => detailsOf(entry, describeDetail(entry, { i18n, dates })) },
    { key: 'address', title: t`Откуда`, width: '14%', cell: originOf },
  ]
  return <Table isDense caption={t`Журнал действий`} columns={columns} rows={entries} rowKey={({ id }) => id} />
}

type EntryProps = { entry: AuditEntry }

function Action({ entry: { action, problem } }: EntryProps) {
  const label = lookUp(actionLabels, action, unknownLabel)
  return (
    <span className="flex flex-col items-start gap-half">
      <LabelBadge label={problem === null ? label : { ...label, tone: 'error' }} />
      {problem !== null && (
        <span className="text-sm text-ink-muted">
          <Problem problem={problem} />
        </span>
      )}
    </span>
  )
}

function Problem({ problem }: { problem: NonNullable<AuditEntry['problem']> }) {
  const { i18n } = useLingui()
  const label = lookUp(problemLabels, problem, undefined)
  return label ? i18n._(label) : <ProblemMessage type={problem} />
}

function Actor({ entry: { actor, command } }: EntryProps) {
  if (command === null) return <Person person={actor} />
  // The action and the file say what it has imported.
  if (command === 'import' || command.startsWith('import:'))
    return (
      <span title={command}>
        <Trans>Автоматически</Trans>
      </span>
    )
  return (
    <Trans>
      Команда <code className="text-sm wrap-anywhere">{command}</code>
    </Trans>
  )
}

/** Another person than the actor; null without one. */
function subjectOf({ action, actor, subject, command }: AuditEntry) {
  if (subject === null && (command !== null || isOfNoPerson(action))) return null
  return subject !== null && subject.id === actor?.id ? null : <Person person={subject} />
}

/** About many people or about none: imports, files of lists, news, integrations, payments of the bank. */
function isOfNoPerson(action: string): boolean {
  return /^(import|news|integration)\./.test(action) || action === 'export.list' || action === 'payment.cleared'
}

function Person({ person }: { person: AuditEntry['actor'] }) {
  if (person !== null)
    return (
      <UserLink id={person.id} onIntent={UserCard.prefetch}>
        {person.name}
      </UserLink>
    )
  return (
    <span className="text-ink-muted">
      <Trans>неизвестно</Trans>
    </span>
  )
}

/** The reason that was entered, and the detail that the server added. */
function detailsOf({ reason }: AuditEntry, detail: string | null) {
  if (reason === null && detail === null) return null
  return (
    <span className="flex flex-col wrap-anywhere">
      {reason}
      {detail !== null && <span className="text-sm text-ink-muted">{detail}</span>}
    </span>
  )
}

/** Address, device and the id by which the log of the server names the request. */
function originOf({ address, browser, system, requestId }: AuditEntry) {
  const device = [browser, system].filter((part) => part !== null).join(', ')
  const origin = [address, device].filter((part) => part !== null && part !== '').join(separator)
  if (origin === '' && requestId === null) return null
  return (
    <span className="flex flex-col">
      {origin}
      {requestId !== null && <RequestNumber id={requestId} />}
    </span>
  )
}

/** Its beginning finds the request in the log; the whole number would widen the table. */
function RequestNumber({ id }: { id: string }) {
  const beginning = id.slice(0, 8)
  return (
    <span className="text-sm text-ink-muted" title={id}>
      <Trans>Запрос {beginning}</Trans>
    </span>
  )
}
