import { useLingui } from '@lingui/react/macro'
import { scoreJournalQuery } from '#src/api/grade-book.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Card } from '#src/ui/card.tsx'
import { FilterChips } from '#src/ui/filter-chip.tsx'
import { SkeletonLine, SkeletonTable } from '#src/ui/skeleton.tsx'
import type { Course, OpenedTerm } from './opened.ts'
import { OpenedMark } from './opened-mark.tsx'
import { ScoreJournal } from './score-journal.tsx'
import { useSettings } from './use-journal.ts'

/** The academy’s variant: the score journal of one course in a term, and the way to the other courses. */
export function Academy(opened: OpenedTerm) {
  const { t } = useLingui()
  const { owner, book, term } = opened
  const { search, show, open } = useAddress('grade-book')
  const settings = useSettings(opened)
  const [first] = book.courses
  const course = book.courses.find(({ uuid }) => uuid === search.course) ?? first
  if (course === undefined) return null
  const place = { child: owner?.studentUuid, book: book.uuid, term: term.uuid }
  return (
    <>
      {book.courses.length > 1 && (
        <FilterChips
          legend={t`Курс`}
          legendHidden
          options={book.courses.map(({ uuid, title }) => ({ value: uuid, label: title }))}
          chosen={[course.uuid]}
          atMostOne
          onChange={([next]) =>
            next !== undefined && show({ ...place, course: next === first?.uuid ? undefined : next })
          }
        />
      )}
      <Card as="section" padding="flush" title={<Heading course={course} />}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for intent */}
        <div onPointerEnter={OpenedMark.warm} onFocus={OpenedMark.warm}>
          <Loaded
            key={course.uuid}
            query={scoreJournalQuery(owner, book.uuid, { courseUuid: course.uuid, termUuid: term.uuid })}
            skeleton={<JournalSkeleton />}
          >
            {(journal) => (
              <ScoreJournal
                opened={opened}
                journal={journal}
                settings={settings}
                termMark={course.termMarks.find(({ termUuid }) => termUuid === term.uuid)?.value ?? null}
                onOpen={(mark) => open({ ...place, mark })}
              />
            )}
          </Loaded>
        </div>
      </Card>
    </>
  )
}

function Heading({ course }: { course: Course }) {
  return (
    <>
      {course.title}
      {course.teacher && <span className="block text-sm font-normal text-ink-muted">{course.teacher}</span>}
    </>
  )
}

function JournalSkeleton() {
  return (
    <div className="px-base pb-base md:px-lg">
      <SkeletonLine width="half" height="heading" />
      <SkeletonTable rows={6} columns={5} />
    </div>
  )
}
