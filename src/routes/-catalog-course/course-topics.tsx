import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CourseDetails } from '#contract/enrolment/catalog.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { titleWithoutCourse } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'

const initialWeeks = 8

/** Topics by week, as the lessons of the first group are planned; at first from the week in which one could begin. */
export function CourseTopics({ course: { title, programme: weeks, groups, firstDay } }: { course: CourseDetails }) {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const [isWhole, showWhole] = useState(false)
  if (weeks.length === 0) return null
  const group = groups[0] && titleWithoutCourse(groups[0].title, title)
  // The topics are divided among as many lessons as a group has.
  const isSame = new Set(groups.map(({ lessons }) => lessons.total)).size === 1
  const counts = groups.map((each) => `${titleWithoutCourse(each.title, title)} — ${each.lessons.total}`).join(', ')
  const start = Math.max(
    0,
    weeks.findLastIndex(({ week }) => week <= (firstDay ?? today)),
  )
  const first = isWhole ? 0 : start
  const shown = isWhole ? weeks : weeks.slice(start, start + initialWeeks)
  return (
    <section className="flex flex-col gap-base">
      <div>
        <h2 className="text-xl">
          <Trans>Программа по неделям</Trans>
        </h2>
        {group && groups.length > 1 && (
          <p className="text-sm text-ink-muted">
            {isSame ? (
              <Trans>Даты указаны для группы {group}, темы у всех одинаковые.</Trans>
            ) : (
              <Trans>
                Программа группы {group}. Занятий: {counts}.
              </Trans>
            )}
          </p>
        )}
      </div>
      <Card padding="flush">
        <ol aria-label={t`Программа по неделям`} className="divide-y divide-line-soft">
          {shown.map(({ week, topics }, index) => {
            const number = first + index + 1
            return (
              <li key={week} className="flex gap-base px-base py-sm md:px-lg">
                <span className="w-[128px] shrink-0 text-sm text-ink-muted tabular-nums">
                  <span className="block font-medium text-ink">
                    <Trans>Неделя {number}</Trans>
                  </span>
                  <Trans>с {dates.day(week)}</Trans>
                </span>
                <span className="min-w-0">
                  {topicLines(topics).map((line) => (
                    <span key={line} className="block">
                      <SchoolText>{line}</SchoolText>
                    </span>
                  ))}
                </span>
              </li>
            )
          })}
        </ol>
      </Card>
      {shown.length < weeks.length && (
        <div className="print:hidden">
          <Button onClick={() => showWhole(true)}>
            <Plural
              value={weeks.length}
              one="Показать всю программу: # неделя"
              few="Показать всю программу: # недели"
              many="Показать всю программу: # недель"
              other="Показать всю программу: # недели"
            />
          </Button>
        </div>
      )}
    </section>
  )
}

/** «Дроби», «Дроби: практикум» and «Дроби: разбор» are one line: «Дроби: практикум, разбор». */
function topicLines(topics: readonly string[]): string[] {
  const parts = topics.map((topic) => topic.split(': '))
  return [...Map.groupBy(parts, ([theme = '']) => theme)].map(([theme, own]) => {
    const kinds = own.flatMap(([, ...rest]) => (rest.length === 0 ? [] : [rest.join(': ')]))
    return kinds.length === 0 ? theme : `${theme}: ${kinds.join(', ')}`
  })
}

/** The teachers of the groups, each once. */
export function CourseTeachers({ course }: { course: CourseDetails }) {
  const { t } = useLingui()
  const groups = Map.groupBy(
    course.groups.filter(({ teacher }) => teacher !== null),
    ({ teacher }) => teacher ?? '',
  )
  if (groups.size === 0) return null
  return (
    <section className="flex flex-col gap-base">
      <h2 className="text-xl">{groups.size === 1 ? <Trans>Преподаватель</Trans> : <Trans>Преподаватели</Trans>}</h2>
      <Card padding="flush">
        <ul aria-label={t`Преподаватели`} className="divide-y divide-line-soft">
          {[...groups].map(([teacher, own]) => {
            const titles = own.map(({ title }) => titleWithoutCourse(title, course.title)).join(', ')
            return (
              <li key={teacher} className="flex items-center gap-sm px-base py-sm md:px-lg">
                <Avatar name={teacher} />
                <span className="min-w-0">
                  <span className="block font-medium">{teacher}</span>
                  <span className="block text-sm text-ink-muted">
                    {own.length === 1 ? <Trans>группа {titles}</Trans> : <Trans>группы {titles}</Trans>}
                  </span>
                </span>
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}
