import { Trans, useLingui } from '@lingui/react/macro'
import type { ReportedAbsence } from '#contract/people/absences.ts'
import { reportedAbsencesQuery } from '#src/api/admin.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { absenceReasonLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ListBar } from '#src/routes/-admin/list-bar.tsx'
import { ListFileLink } from '#src/routes/-admin/list-file-link.tsx'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** Who will be absent today and later, as families have reported. */
export function AbsencesTab() {
  return (
    <InfiniteQueryBoundary
      query={reportedAbsencesQuery()}
      skeleton={<SkeletonTable rows={8} columns={4} />}
      empty={<NoAbsences />}
    >
      {({ items, total }) => (
        <ListBar
          tools={<ListFileLink list="absence/list" total={total} />}
          list={
            <Card padding="flush">
              <AbsenceTable absences={items} />
            </Card>
          }
        >
          <p className="max-w-text">
            <AbsencesNote />
          </p>
        </ListBar>
      )}
    </InfiniteQueryBoundary>
  )
}

function NoAbsences() {
  const { t } = useLingui()
  return (
    <EmptyCard icon="check" tone="success" title={t`Об отсутствии никто не сообщил`}>
      <AbsencesNote />
    </EmptyCard>
  )
}

function AbsencesNote() {
  return <Trans>Здесь видно, кто из учеников не придёт сегодня и позже. Родители сообщают об этом в расписании.</Trans>
}

function AbsenceTable({ absences }: { absences: readonly ReportedAbsence[] }) {
  const { t } = useLingui()
  const columns: Column<ReportedAbsence>[] = [
    {
      key: 'student',
      title: t`Ученик`,
      rowHeader: true,
      cell: ({ student: { id, name } }) => (
        <UserLink id={id} onIntent={UserCard.prefetch}>
          {name}
        </UserLink>
      ),
    },
    { key: 'when', title: t`Когда`, cell: (absence) => <When absence={absence} /> },
    { key: 'reason', title: t`Причина`, cell: (absence) => <Reason absence={absence} /> },
    { key: 'by', title: t`Кто сообщил`, cell: (absence) => <Reporter absence={absence} /> },
  ]
  return <Table isDense caption={t`Отсутствия`} columns={columns} rows={absences} rowKey={({ id }) => id} />
}

type Props = { absence: ReportedAbsence }

function When({ absence: { lesson, startsOn, endsOn } }: Props) {
  const { i18n } = useLingui()
  const dates = useDates()
  if (lesson === null) return <span className="tabular-nums">{dayRangeText(startsOn, endsOn, i18n.locale)}</span>
  return (
    <span className="flex flex-col tabular-nums">
      {dates.dateTime(lesson.startsAt)}
      <span className="text-sm text-ink-muted">{lesson.groupTitle}</span>
    </span>
  )
}

function Reason({ absence: { reason, comment } }: Props) {
  const { i18n } = useLingui()
  return (
    <span className="flex flex-col break-words">
      {i18n._(labelOf(absenceReasonLabels, reason))}
      {comment !== null && <span className="text-sm text-ink-muted">{comment}</span>}
    </span>
  )
}

function Reporter({ absence: { by, student, createdAt } }: Props) {
  const dates = useDates()
  return (
    <span className="flex flex-col max-md:items-end">
      {by.id === student.id ? (
        <span className="text-ink-muted">
          <Trans>сам ученик</Trans>
        </span>
      ) : (
        <UserLink id={by.id} onIntent={UserCard.prefetch}>
          {by.name}
        </UserLink>
      )}
      <span className="text-sm text-ink-muted tabular-nums">{dates.dateTime(createdAt)}</span>
    </span>
  )
}
