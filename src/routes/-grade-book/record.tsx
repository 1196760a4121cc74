import { useLingui } from '@lingui/react/macro'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Card } from '#src/ui/card.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { Debts } from './debts.tsx'
import { kindTitle } from './entry-words.ts'
import { type JournalEntry, keyOf } from './journal.ts'
import type { Course, OpenedTerm } from './opened.ts'
import { OpenedCourse } from './opened-course.tsx'
import { OpenedMark } from './opened-mark.tsx'
import { RecordResult } from './record-result.tsx'
import { useDebts } from './use-debts.ts'
import { useBare, useJournal, useSettings } from './use-journal.ts'
import { decisiveKinds } from './verdict.ts'

type Line = {
  course: Course
  value: string | null
  decisive: JournalEntry | undefined
  isDebt: boolean
  isBare: boolean
}

/** A college’s semester as the record book has it: credit or examination, the mark, what was retaken and what is owed. */
export function Record(opened: OpenedTerm) {
  const { t } = useLingui()
  const { owner, book, term } = opened
  const { open } = useAddress('grade-book')
  const settings = useSettings(opened)
  const bare = useBare(opened)
  const journal = useJournal(opened)
  const { debts, begun } = useDebts(opened)
  const place = { child: owner?.studentUuid, book: book.uuid, term: term.uuid }
  const lines = book.courses.map((course): Line => {
    const ofCourse = journal.data?.filter(({ courseUuid }) => courseUuid === course.uuid) ?? []
    return {
      course,
      value: course.termMarks.find(({ termUuid }) => termUuid === term.uuid)?.value ?? null,
      decisive: ofCourse.findLast(({ markType }) => decisiveKinds.includes(markType)),
      isBare: bare.has(course.uuid),
      isDebt: debts?.some((debt) => debt.course === course && debt.term === term) ?? false,
    }
  })
  const columns: Column<Line>[] = [
    {
      key: 'course',
      title: t`Предмет`,
      rowHeader: true,
      cell: ({ course: { uuid, title, teacher } }) => (
        <>
          <button
            type="button"
            className="rounded-xs text-left underline decoration-line underline-offset-4 hover:decoration-current"
            onClick={() => open({ ...place, course: uuid })}
          >
            {title}
          </button>
          <span className="block min-h-[20px] text-sm font-normal text-ink-muted">{teacher}</span>
        </>
      ),
    },
    {
      key: 'form',
      title: t`Форма`,
      tight: true,
      cell: ({ decisive }) => decisive && kindTitle(decisive.markType, settings),
    },
    {
      key: 'result',
      title: t`Результат`,
      align: 'end',
      cell: (line) => (
        <RecordResult
          {...line}
          owner={owner}
          onOpen={line.decisive && (() => open({ ...place, mark: line.decisive && keyOf(line.decisive) }))}
        />
      ),
    },
    {
      key: 'final',
      title: t`Итог года`,
      align: 'end',
      cell: ({ course }) => course.finalMark && <span className="font-strong">{course.finalMark}</span>,
    },
  ]
  return (
    <>
      <Debts debts={debts} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for intent */}
      <div onPointerEnter={warmDialogs} onFocus={warmDialogs}>
        <Card padding="flush" title={term.title}>
          <Faces result={journal.error ? journal : begun} skeleton={null}>
            {() => null}
          </Faces>
          <Table
            caption={t`Зачётная книжка: ${term.title}`}
            captionHidden
            columns={columns}
            rows={lines}
            rowKey={({ course }) => course.uuid}
          />
        </Card>
      </div>
    </>
  )
}

function warmDialogs() {
  void OpenedMark.warm()
  void OpenedCourse.warm()
}
