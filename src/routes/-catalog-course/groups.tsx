import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { CourseDetails } from '#contract/catalog.ts'
import { OnlyThemselves } from '#src/routes/-frame/only-themselves.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { type Place, useStudents, useViewer } from './buyer.ts'
import { Comparison } from './comparison.tsx'
import { ForWhom } from './for-whom.tsx'
import { GroupCard } from './group-card.tsx'

type GroupsProps = { course: CourseDetails } & Pick<Place, 'students' | 'student'>

/** The groups of a course, judged for a child of whoever may buy. */
export function Groups({ course }: { course: CourseDetails }) {
  const isBuyer = useViewer() === 'buyer'
  return isBuyer ? (
    <BuyersGroups course={course} />
  ) : (
    <GroupsFor course={course} students={undefined} student={undefined} />
  )
}

function BuyersGroups({ course }: { course: CourseDetails }) {
  const { students, chosen } = useStudents(course.uuid)
  return <GroupsFor course={course} students={students} student={chosen} />
}

/** All groups, and up to three of them side by side. */
function GroupsFor({ course, students, student }: GroupsProps) {
  const { t } = useLingui()
  const { search, replace } = useAddress('catalog-course')
  const heading = useRef<HTMLHeadingElement>(null)
  const comparison = useRef<HTMLHeadingElement>(null)
  const groups = course.groups.map((group) => ({ ...group, title: ownTitle(group.title, course.title) }))
  const compared = groups.filter(({ groupUuid }) => search.compare?.includes(groupUuid))
  const comparedUuids = compared.map(({ groupUuid }) => groupUuid)
  const place = { course: course.uuid, students, student, onGone: () => heading.current?.focus() }
  if (groups.length === 0)
    return (
      <Card>
        <EmptyState icon="calendar" title={t`Групп у курса сейчас нет`}>
          <Trans>Набор ещё не открыт. Загляните через несколько дней или выберите другой курс.</Trans>
        </EmptyState>
      </Card>
    )
  return (
    <>
      <section className="flex flex-col gap-base">
        <h2 ref={heading} tabIndex={-1} className="text-xl focus-visible:outline-none">
          <Trans>Группы</Trans>
        </h2>
        <ForWhom course={course.uuid} />
        <ul aria-label={t`Группы курса`} className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
          {groups.map((group) => (
            <GroupCard
              key={group.groupUuid}
              group={group}
              place={place}
              hasOthers={groups.length > 1}
              compared={comparedUuids}
              onCompare={(compare) => replace({ compare })}
              onShowComparison={() => comparison.current?.focus()}
            />
          ))}
        </ul>
        <OnlyThemselves />
      </section>
      {compared.length > 1 && (
        <Comparison
          groups={compared}
          place={place}
          headingRef={comparison}
          onClose={() => {
            replace({ compare: undefined })
            heading.current?.focus()
          }}
        />
      )}
    </>
  )
}

/** What is a group's own of its title: the course's stands above all of them. */
function ownTitle(title: string, courseTitle: string): string {
  const prefix = `${courseTitle}, `
  return title.startsWith(prefix) ? title.slice(prefix.length) : title
}
