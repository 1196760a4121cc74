import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import type { ProgressItem } from '#contract/learning/progress.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { progressQuery } from '#src/api/progress.ts'
import type { ChildTags } from '#src/domain/child-tags.ts'
import type { ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { homeworkStateLabels } from '#src/i18n/lesson-labels.ts'
import { formatScore } from '#src/i18n/numbers.ts'

type Homework = NonNullable<ProgressItem['homework']>

/** The homework of a lesson by child; only parents may read it. A failure leaves it out. */
export function useHomework({ key, category, groupUuid, students }: ScheduleEntry, isParent: boolean) {
  const isAvailable = isParent && category === 'lessons'
  const readers = isAvailable && groupUuid !== null ? students.map((student) => ({ student, groupUuid })) : []
  return useQueries({
    queries: readers.map(({ student, groupUuid }) => optionalQuery(progressQuery(student, groupUuid))),
    combine: (results) =>
      results.flatMap(({ data }, index) => {
        const homework = data?.items.find(({ uuid }) => uuid === key)?.homework
        return homework && homework.state !== 'none' ? [{ student: readers[index]?.student ?? '', homework }] : []
      }),
  })
}

/** State and score of the homework, with the child's name where there are several. */
export function EntryHomework({ of, tags }: { of: ReturnType<typeof useHomework>; tags: ChildTags }) {
  return of.map(({ student, homework }) => (
    <span key={student} className="block">
      {of.length > 1 && `${tags.get(student)?.name}: `}
      <HomeworkText homework={homework} />
    </span>
  ))
}

function HomeworkText({ homework: { state, score, max } }: { homework: Homework }) {
  const { i18n } = useLingui()
  const label = i18n._(labelOf(homeworkStateLabels, state))
  if (score === null) return <span className={state === 'overdue' ? 'text-ink-error' : ''}>{label}</span>
  const [got, all] = [formatScore(score, i18n.locale), formatScore(max, i18n.locale)]
  return (
    <Trans>
      {label}: {got} из {all}
    </Trans>
  )
}
