import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { CourseDetails } from '#contract/enrolment/catalog.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import {
  type EnrolmentContext,
  eligibilityFor,
  groupActionKind,
  type StudentContext,
  titleWithoutCourse,
  useStudents,
  useVisitorKind,
} from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { GroupRow } from './group-row.tsx'

/** Groups that a phone shows before a press on «all», so that the description is near. */
const phoneGroups = 3

type CourseGroupsProps = { course: CourseDetails }
type GroupListProps = CourseGroupsProps & Pick<EnrolmentContext, 'students' | 'student'>

/** The groups of a course with the eligibility of the selected student. */
export function CourseGroups(props: CourseGroupsProps) {
  const isBuyer = useVisitorKind() === 'buyer'
  return isBuyer ? <BuyerGroups {...props} /> : <GroupList {...props} students={undefined} student={undefined} />
}

function BuyerGroups(props: CourseGroupsProps) {
  const { students, chosen } = useStudents(props.course.uuid)
  return <GroupList {...props} students={students} student={chosen} />
}

function GroupList({ course, students, student }: GroupListProps) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  const groups = course.groups.map((group) => ({ ...group, title: titleWithoutCourse(group.title, course.title) }))
  const enrolment = { course: course.uuid, students, student, onButtonRemoved: () => heading.current?.focus() }
  const primary = usePrimaryGroup(groups, enrolment)
  const [isWhole, setWhole] = useState(false)
  // The main button of the page and a place on a waiting list are always visible.
  const isFolded = ({ groupUuid }: { groupUuid: string }, index: number) =>
    index >= phoneGroups && groupUuid !== primary && !eligibilityFor(groupUuid, student)?.waitingList
  if (groups.length === 0)
    return (
      <EmptyCard icon="calendar" title={t`Групп у курса сейчас нет`}>
        <Trans>Набор ещё не открыт. Загляните через несколько дней или выберите другой курс.</Trans>
      </EmptyCard>
    )
  return (
    <section className="flex flex-col gap-sm">
      <h2
        ref={heading}
        tabIndex={-1}
        className="scroll-mt-[calc(var(--sticky-top)+16px)] text-xl focus-visible:outline-none"
      >
        <Trans>Группы</Trans>
      </h2>
      <StudentSelector course={course.uuid} />
      <Card as="div" padding="flush">
        <ul aria-label={t`Группы курса`} className="divide-y divide-line-soft">
          {groups.map((group, index) => (
            <GroupRow
              key={group.groupUuid}
              group={group}
              enrolment={enrolment}
              isPrimary={group.groupUuid === primary}
              isHiddenOnPhone={!isWhole && isFolded(group, index)}
            />
          ))}
        </ul>
        {groups.some(isFolded) && (
          <div className="border-t border-line-soft p-xs md:hidden">
            <Button variant="quiet" wide aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? <Trans>Показать только первые</Trans> : <Trans>Показать все группы: {groups.length}</Trans>}
            </Button>
          </div>
        )}
      </Card>
      <AccountOwnerOnly />
    </section>
  )
}

/**
 * The group with the main button of the page: the first that can be joined, if possible without a clash. None until the
 * students are loaded, and where a place is held, which has its own main button.
 */
function usePrimaryGroup(groups: CourseDetails['groups'], context: StudentContext): string | undefined {
  const visitor = useVisitorKind()
  const eligibilityOf = ({ groupUuid }: { groupUuid: string }) => eligibilityFor(groupUuid, context.student)
  if (visitor === 'buyer' && context.students === undefined) return undefined
  if (groups.some((group) => eligibilityOf(group)?.waitingList?.heldUntil)) return undefined
  const joinable = groups.filter((group) => {
    const kind = groupActionKind(group, context, visitor)
    return kind === 'enrol' || kind === 'signInAndEnrol'
  })
  const isFree = (group: { groupUuid: string }) => eligibilityOf(group)?.conflicts.length === 0
  return (joinable.find(isFree) ?? joinable[0])?.groupUuid
}

function StudentSelector({ course }: { course: string }) {
  const visitor = useVisitorKind()
  if (visitor === 'onlooker') return <Notice title={<Trans>На курсы записываются ученики и их родители</Trans>} />
  return visitor === 'buyer' ? <BuyerStudents course={course} /> : null
}

function BuyerStudents({ course }: { course: string }) {
  const { t, i18n } = useLingui()
  const { students, chosen, failure, isFetching, retry } = useStudents(course)
  if (students === undefined && failure !== null)
    return (
      <Notice tone="error" title={t`Не удалось узнать, что подходит по времени и классу`}>
        <ErrorMessage error={failure} />
        <div className="mt-xs">
          <Button size="small" busy={isFetching} onClick={retry}>
            <Trans>Попробовать снова</Trans>
          </Button>
        </div>
      </Notice>
    )
  if (students?.length === 0)
    return (
      <Notice title={t`К вашему кабинету не привязан ни один ребёнок`}>
        <Trans>Как только школа добавит ребёнка, вы сможете записать его здесь.</Trans>
      </Notice>
    )
  const attendees = (students ?? [])
    .filter((student) => student !== chosen && student.obstacle === 'already-there')
    .map(({ firstName }) => firstName)
  return (
    <>
      {attendees.length > 0 && (
        <p>
          <Badge tone="info" icon={<Icon name="check" size={16} />}>
            <Trans>Уже учится: {attendees.join(', ')}</Trans>
          </Badge>
        </p>
      )}
      {chosen?.obstacle && (
        <Notice tone={chosen.obstacle === 'already-there' ? 'info' : 'error'} title={chosen.firstName}>
          {i18n._(labelOf(purchaseObstacleLabels, chosen.obstacle))}
        </Notice>
      )}
    </>
  )
}
