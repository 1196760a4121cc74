import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { type Course, type JournalEntry, journalEntryKey, type SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { describeEntry } from '#src/routes/-grade-book/journal-texts.ts'
import type { Settings } from '#src/routes/-grade-book/passing-marks.ts'
import { useReasonsWithoutJournal, useSettings, useTermsJournal } from '#src/routes/-grade-book/use-journal.ts'
import { MarkWhatIf } from '#src/routes/-grade-book/what-if/mark-what-if.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Tabs } from '#src/ui/data/tabs.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { AverageHistory } from './average-history.tsx'
import { MarkSymbol } from './mark-symbol.tsx'

type CourseDialogProps = SelectedTerm & {
  course: Course
  onClose: () => void
  /** Receives the key of a journal entry. */
  onMark: (key: string) => void
}

const tabs = ['days', 'average', 'whatIf'] as const
type Tab = (typeof tabs)[number]

/** A course in a term or a year: its days, the history of its average, and the what-if calculator. */
export function CourseDialog({ course, onClose, onMark, ...opened }: CourseDialogProps) {
  const { t } = useLingui()
  const { today } = useSchoolNow()
  const { book, term } = opened
  const [tab, setTab] = useState<Tab>('days')
  const [span, setSpan] = useState<'term' | 'year'>('term')
  const settings = useSettings(opened)
  const terms = useMemo(
    () => (span === 'term' ? [term] : book.terms.filter(({ startsOn }) => startsOn <= today)),
    [span, term, book, today],
  )
  const journal = useTermsJournal(opened, terms)
  const reason = useReasonsWithoutJournal(opened).get(course.uuid)
  const titles = { days: t`Оценки`, average: t`Средний балл`, whatIf: t`Что если…` }
  return (
    <Dialog size="wide" onClose={onClose} title={<SchoolText>{course.title}</SchoolText>} description={course.teacher}>
      <div className="flex flex-col gap-base">
        <div>
          <SegmentedControl
            legend={t`За какое время`}
            value={span}
            options={[
              { value: 'term', label: term.title },
              { value: 'year', label: t`Год` },
            ]}
            onChange={setSpan}
          />
        </div>
        <Tabs
          label={course.title}
          tabs={tabs.map((key) => ({ key, label: titles[key] }))}
          value={tab}
          onChange={setTab}
        >
          <QueryState result={journal} skeleton={<SkeletonTable rows={6} columns={3} />}>
            {(all) => {
              const entries = all.filter(({ courseUuid }) => courseUuid === course.uuid)
              if (entries.length === 0) return <NoDays reason={reason} />
              if (tab === 'days') return <CourseDays entries={entries} settings={settings} onOpen={onMark} />
              if (tab === 'average') return <AverageHistory entries={entries} settings={settings} />
              return <MarkWhatIf key={span} entries={entries} settings={settings} />
            }}
          </QueryState>
        </Tabs>
      </div>
    </Dialog>
  )
}

function NoDays({ reason }: { reason: string | undefined }) {
  return (
    <p className="py-lg text-center text-ink-muted">
      {reason === undefined ? <Trans>Занятий за это время не было.</Trans> : <SchoolText>{reason}</SchoolText>}
    </p>
  )
}

type CourseDaysProps = {
  entries: readonly JournalEntry[]
  settings: Settings | undefined
  onOpen: (key: string) => void
}

/** Days of one course, the latest first, with links to their details. */
function CourseDays({ entries, settings, onOpen }: CourseDaysProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  return (
    <ul className="divide-y divide-line-soft">
      {entries.toReversed().map((entry) => (
        <li key={entry.uuid}>
          <button
            type="button"
            onClick={() => onOpen(journalEntryKey(entry))}
            className="flex w-full items-center gap-sm rounded py-xs text-left hover:bg-surface-hover focus-visible:-outline-offset-2"
          >
            <span className="inline-flex w-xxl shrink-0 justify-center">
              <MarkSymbol entry={entry} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block">
                <SchoolText>{entry.topic}</SchoolText>
              </span>
              <span className="block text-sm text-ink-muted">
                <time dateTime={entry.date}>{dates.day(entry.date)}</time>: {describeEntry(entry, settings, i18n)}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
