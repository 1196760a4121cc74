import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/people/admin.ts'
import { auditQuery, importAudit } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { lookUp, separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { describeDetail } from '#src/routes/-admin/audit-log/audit-details.ts'
import { actionLabels, problemLabels } from '#src/routes/-admin/audit-log/audit-labels.ts'
import { UserCard } from '#src/routes/-admin/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user-labels.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { unknownLabel } from '#src/routes/-query/labels/badges.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { AllEntriesLink, Rows } from './overview-rows.tsx'
import { SignInFailures } from './sign-in-failures.tsx'
import { UnmappedRoles } from './unmapped-roles.tsx'
import { PreparedBlock, WaitingBlock } from './waiting-blocks.tsx'

const shownEntries = 5

/** What waits for an administrator by promised time, what the school prepares, then failed sign-ins, roles and imports. */
export function OverviewTab() {
  return (
    <div className="grid items-start gap-lg xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-lg">
        <WaitingBlock />
        <PreparedBlock />
      </div>
      <div className="grid items-start gap-lg md:grid-cols-2 xl:grid-cols-1">
        <SignInFailures />
        <UnmappedRoles />
        <LastImports />
      </div>
    </div>
  )
}

function LastImports() {
  const entries = useInfiniteQuery(optionalQuery(auditQuery(importAudit)))
  return (
    <Card padding="flush" title={<Trans>Последние загрузки</Trans>} aside={<AllEntriesLink search={importAudit} />}>
      <Rows
        result={entries}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={<Trans>Загрузок ещё не было.</Trans>}
      >
        {({ pages }) =>
          pages[0]?.items.slice(0, shownEntries).map((entry) => <EntryRow key={entry.id} entry={entry} />)
        }
      </Rows>
    </Card>
  )
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { at, action, subject, actor, problem } = entry
  const label =
    problem === null ? lookUp(actionLabels, action, unknownLabel).text : lookUp(problemLabels, problem, null)
  const person = subject ?? actor
  const details = describeDetail(entry, i18n)
  return (
    <li className="px-base py-sm md:px-lg">
      <p className="flex items-baseline justify-between gap-base">
        <span className="min-w-0">{label ? i18n._(label) : <ProblemMessage type={problem ?? ''} />}</span>
        <span className="text-sm whitespace-nowrap text-ink-muted tabular-nums">{dates.dateTime(at)}</span>
      </p>
      <p className="text-sm break-words text-ink-muted">
        {person && (
          <UserLink id={person.id} onIntent={UserCard.prefetch}>
            {person.name}
          </UserLink>
        )}
        {person && details && separator}
        {details}
      </p>
    </li>
  )
}
