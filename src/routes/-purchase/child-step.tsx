import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CourseStudent } from '#contract/enrolment/catalog.ts'
import { displayName } from '#contract/people/names.ts'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { PurchaseFlow, StepProps } from './step-props.ts'

/** Step 1: selects the student; skipped for a single student. */
export function ChildStep({ flow }: StepProps) {
  const { course, group } = flow.location
  const { data } = useQuery(courseQuery(course))
  // Only pictures: initials will do where no page has loaded them.
  const { data: children } = useQuery({ ...childrenQuery(), enabled: false })
  const chosen = data?.groups.find(({ groupUuid }) => groupUuid === group)?.title
  return (
    <FlowStep
      flow={flow}
      title={<Trans>Кого записать?</Trans>}
      lead={
        chosen ? (
          <Trans>Группа «{chosen}» уже выбрана: проверим, подходит ли она.</Trans>
        ) : (
          <Trans>Группы и совпадения с другими занятиями покажем именно для этого ребёнка.</Trans>
        )
      }
    >
      <QueryBoundary
        query={courseStudentsQuery(course)}
        skeleton={<SkeletonBlock size="small" />}
        isEmpty={(students) => students.length === 0}
        empty={<NoStudents />}
      >
        {(students) => (
          <>
            <ul className="grid gap-sm md:grid-cols-2 lg:grid-cols-3">
              {students.map((student) => (
                <ChildButton
                  key={student.studentUuid}
                  student={student}
                  avatar={children?.find(({ uuid }) => uuid === student.studentUuid)?.avatar ?? null}
                  flow={flow}
                />
              ))}
            </ul>
            {students.every(({ obstacle }) => obstacle !== null) && !flow.isBusy && <OtherCourses />}
          </>
        )}
      </QueryBoundary>
    </FlowStep>
  )
}

function ChildButton({ student, avatar, flow }: { student: CourseStudent; avatar: string | null; flow: PurchaseFlow }) {
  const { t, i18n } = useLingui()
  const { studentUuid: child, firstName, lastName, grade, obstacle } = student
  const isOut = obstacle !== null
  return (
    <li>
      <button
        type="button"
        disabled={flow.isBusy || isOut}
        onClick={() => flow.send({ type: 'child.choose', child })}
        className="flex min-h-[72px] w-full items-center gap-sm rounded-lg border border-line bg-surface p-base text-left enabled:hover:border-primary enabled:hover:bg-surface-accent disabled:bg-grey-2"
      >
        <Avatar name={displayName({ firstName, lastName })} src={avatar} />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">
            <SchoolText>{displayName({ firstName, lastName })}</SchoolText>
          </span>
          <span className="block text-sm text-ink-muted">
            {isOut ? i18n._(labelOf(purchaseObstacleLabels, obstacle)) : grade !== null && t`${grade} класс`}
          </span>
        </span>
        {!isOut && <Icon name="arrow-right" />}
      </button>
    </li>
  )
}

function OtherCourses() {
  return (
    <p>
      <ButtonLink to="/catalog">
        <Trans>Посмотреть другие курсы</Trans>
      </ButtonLink>
    </p>
  )
}

function NoStudents() {
  return (
    <EmptyCard icon="profile" title={<Trans>Записать пока некого</Trans>} action={<OtherCourses />}>
      <Trans>В вашем профиле нет детей. Обратитесь в школу, чтобы их добавили, и возвращайтесь к этому курсу.</Trans>
    </EmptyCard>
  )
}
