import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CourseStudent, CourseWaitingList } from '#contract/enrolment/catalog.ts'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { FoldedConflicts } from '#src/routes/-flow/steps/schedule-conflicts.tsx'
import { JoinWaitingList, WaitingListNotice } from '#src/routes/-flow/steps/waiting-list.tsx'
import { AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { type CourseGroup, CourseGroupFacts } from '#src/routes/-query/labels/course-group-facts.tsx'
import { PriceNote } from '#src/routes/-query/labels/price-note.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useDeadlineText } from '#src/routes/-query/labels/use-deadline-text.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTiles } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { PurchaseFlow, StepProps } from './step-props.ts'

/** Step 2: selects a group; shows obstacles and schedule conflicts of the student. */
export function GroupStep({ flow }: StepProps) {
  const { course, child } = flow.location
  const { data: students = [] } = useQuery(courseStudentsQuery(course))
  const student = students.find(({ studentUuid }) => studentUuid === child)
  const name = students.length > 1 ? student?.firstName : undefined
  return (
    <FlowStep
      flow={flow}
      back={students.length > 1}
      title={<Trans>Какая группа подойдёт?</Trans>}
      lead={
        name ? (
          <Trans>Записываем: {name}. Выбор пока ни к чему не обязывает.</Trans>
        ) : (
          <Trans>Выбор пока ни к чему не обязывает.</Trans>
        )
      }
    >
      <QueryBoundary query={courseStudentsQuery(course)} skeleton={<SkeletonTiles />}>
        {(students) => {
          const own = students.find(({ studentUuid }) => studentUuid === child)?.groups ?? []
          return (
            <QueryBoundary
              query={courseQuery(course)}
              skeleton={<SkeletonTiles />}
              isEmpty={({ groups }) => groups.length === 0}
              empty={<NoGroups />}
            >
              {({ groups }) => (
                <ul className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
                  {groups.map((group) => (
                    <GroupCard
                      key={group.groupUuid}
                      flow={flow}
                      group={group}
                      own={own.find(({ groupUuid }) => groupUuid === group.groupUuid)}
                      students={students}
                    />
                  ))}
                </ul>
              )}
            </QueryBoundary>
          )
        }}
      </QueryBoundary>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function NoGroups() {
  return (
    <EmptyCard
      icon="catalog"
      title={<Trans>Групп у этого курса пока нет</Trans>}
      action={
        <ButtonLink to="/catalog">
          <Trans>Посмотреть другие курсы</Trans>
        </ButtonLink>
      }
    >
      <Trans>Когда школа наберёт новую группу, она появится здесь.</Trans>
    </EmptyCard>
  )
}

type GroupCardProps = {
  flow: PurchaseFlow
  group: CourseGroup
  /** Eligibility of the selected student. */
  own: CourseStudent['groups'][number] | undefined
  students: readonly CourseStudent[]
}

/** A group to select, or to wait for. */
function GroupCard({ flow, group, own, students }: GroupCardProps) {
  const { t, i18n } = useLingui()
  const { groupUuid, title, placesLeft, waiting, price } = group
  const obstacle = own?.obstacle ?? null
  const sum = formatMoney(price, i18n.locale)
  const nameOf = (student: string) => students.find(({ studentUuid }) => studentUuid === student)?.firstName ?? ''
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-base">
        <div className="flex flex-wrap items-start justify-between gap-xs">
          <h3 className="text-lg">
            <SchoolText>{title}</SchoolText>
          </h3>
          <PlacesBadge left={placesLeft} waiting={waiting} />
        </div>
        <CourseGroupFacts group={group} />
        {own && <FoldedConflicts conflicts={own.conflicts} nameOf={nameOf} />}
        <div className="mt-auto flex flex-col gap-sm">
          <p className="text-lg font-strong">{sum}</p>
          <PriceNote group={group} />
          {obstacle === null && (
            <Button
              wide
              variant={own?.waitingList?.heldUntil ? 'primary' : 'secondary'}
              disabled={flow.isBusy || own === undefined}
              aria-label={t`Выбрать группу ${title}`}
              onClick={() => flow.send({ type: 'group.choose', group: groupUuid })}
            >
              <Trans>Выбрать</Trans>
            </Button>
          )}
          {obstacle !== null && obstacle !== 'full' && (
            <p className="flex gap-xs text-sm text-ink-muted">
              <Icon name="info" />
              {i18n._(labelOf(purchaseObstacleLabels, obstacle))}
            </p>
          )}
          <PurchaseWaitingList
            flow={flow}
            group={group}
            waitingList={own?.waitingList ?? null}
            isFull={obstacle === 'full'}
          />
        </div>
      </div>
    </Card>
  )
}

type PurchaseWaitingListProps = {
  flow: PurchaseFlow
  group: CourseGroup
  waitingList: CourseWaitingList | null
  isFull: boolean
}

/** Waiting list of a full group: the position, a held place, or the button to join. */
function PurchaseWaitingList({ flow, group, waitingList, isFull }: PurchaseWaitingListProps) {
  const deadline = useDeadlineText()
  if (waitingList === null) return isFull ? <JoinWaitingList flow={flow} group={group} waiting={group.waiting} /> : null
  const { heldUntil, position, length } = waitingList
  const until = heldUntil && deadline(heldUntil)
  return (
    <WaitingListNotice
      of="course"
      entry={waitingList}
      title={
        heldUntil ? (
          <Trans>Место за вами до {until}</Trans>
        ) : (
          <Trans>
            Ваше место в очереди: {position} из {length}
          </Trans>
        )
      }
      disabled={flow.isBusy}
      onButtonRemoved={flow.heading.focus}
    />
  )
}
