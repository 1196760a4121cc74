import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { SkeletonTable } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { AverageStory } from './average-story.tsx'
import { CourseDays } from './course-days.tsx'
import type { Course, OpenedTerm } from './opened.ts'
import { useSettings } from './use-journal.ts'
import { useTermsJournal } from './use-terms-journal.ts'
import { WhatIf } from './what-if.tsx'

type CourseDialogProps = OpenedTerm & {
  course: Course
  onClose: () => void
  /** The key of an entry of its journal. */
  onMark: (key: string) => void
}

const tabs = ['days', 'average', 'whatIf'] as const
type Tab = (typeof tabs)[number]

/** One course by itself: its days, how its average came about, and what would change it; of the term or of the year. */
export function CourseDialog({ course, onClose, onMark, ...opened }: CourseDialogProps) {
  const { t } = useLingui()
  const { today } = useMoment()
  const { book, term } = opened
  const [tab, setTab] = useState<Tab>('days')
  const [span, setSpan] = useState<'term' | 'year'>('term')
  const settings = useSettings(opened)
  const terms = useMemo(
    () => (span === 'term' ? [term] : book.terms.filter(({ startsOn }) => startsOn <= today)),
    [span, term, book, today],
  )
  const journal = useTermsJournal(opened, terms)
  const titles = { days: t`Оценки`, average: t`Средний балл`, whatIf: t`Что если…` }
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={course.title}
      description={course.teacher}
      closeLabel={t`Закрыть`}
    >
      <div className="flex flex-col gap-base">
        <div>
          <SegmentedControl
            legend={t`За какое время`}
            value={span}
            segments={[
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
          <Faces result={journal} skeleton={<SkeletonTable rows={6} columns={3} />}>
            {(all) => {
              const entries = all.filter(({ courseUuid }) => courseUuid === course.uuid)
              if (entries.length === 0) return <NoDays />
              if (tab === 'days') return <CourseDays entries={entries} settings={settings} onOpen={onMark} />
              if (tab === 'average') return <AverageStory entries={entries} settings={settings} />
              return <WhatIf key={span} entries={entries} settings={settings} />
            }}
          </Faces>
        </Tabs>
      </div>
    </Dialog>
  )
}

function NoDays() {
  return (
    <p className="py-lg text-center text-ink-muted">
      <Trans>Уроков за это время не было.</Trans>
    </p>
  )
}
