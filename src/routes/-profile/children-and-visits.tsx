import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Visit } from '#contract/people/admin.ts'
import type { GuardianRight } from '#contract/people/guardian-rights.ts'
import { displayName, fullName } from '#contract/people/names.ts'
import type { FamilyChild } from '#contract/people/profile.ts'
import { visitsQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { childrenGradeBooksQuery } from '#src/api/grade-book.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { timeRange } from '#src/i18n/dates.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { branchLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { ListItem } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { PhoneFoldedCard } from '#src/ui/layout/folded-card.tsx'
import { OpenedPairing, PairingOpener } from './pairing/guardians-card.tsx'

/** Visits of administrators to this account, with reasons and times. */
export function VisitsCard() {
  const { t } = useLingui()
  return (
    <Card title={t`Кто заходил в мой кабинет`}>
      <QueryBoundary
        query={visitsQuery()}
        skeleton={
          <>
            <SkeletonLine width="long" />
            <SkeletonLine width="half" />
          </>
        }
        isEmpty={(visits) => visits.length === 0}
        empty={
          <p className="text-ink-muted">
            <Trans>Никто. Если администратор школы войдёт в ваш кабинет, вы увидите здесь, кто, когда и почему.</Trans>
          </p>
        }
      >
        {(visits) => (
          <>
            <VisitRows visits={visits.slice(0, shownAtFirst)} />
            {visits.length > shownAtFirst && (
              <Disclosure summary={<Trans>Ещё {visits.length - shownAtFirst}</Trans>}>
                <VisitRows visits={visits.slice(shownAtFirst)} />
              </Disclosure>
            )}
          </>
        )}
      </QueryBoundary>
    </Card>
  )
}

const shownAtFirst = 3

function VisitRows({ visits }: { visits: readonly Visit[] }) {
  return (
    <ul className="divide-y divide-line-soft">
      {visits.map((visit) => (
        <VisitRow key={visit.id} visit={visit} />
      ))}
    </ul>
  )
}

function VisitRow({ visit: { by, reason, ticketNumber, startedAt, endedAt } }: { visit: Visit }) {
  const { t } = useLingui()
  const dates = useDates()
  return (
    <li className="flex flex-col gap-xxs py-sm first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-x-base gap-y-xxs">
        <span className="font-medium wrap-anywhere">{by ?? t`Администратор`}</span>
        {endedAt === null ? (
          <Badge tone="info">
            <Trans>Сейчас в кабинете</Trans>
          </Badge>
        ) : (
          <time dateTime={startedAt} className="text-sm text-ink-muted tabular-nums">
            {timeRange(dates.dateTime(startedAt), dates.time(endedAt))}
          </time>
        )}
      </p>
      <p className="text-ink-muted">
        {reason}
        {ticketNumber !== null && (
          <>
            {' '}
            <Trans>Сообщение {ticketNumber}.</Trans>
          </>
        )}
      </p>
    </li>
  )
}

/** What a guardian without the right lacks. */
const withheldLabels: Record<GuardianRight, MessageDescriptor> = {
  seesLearning: msg`расписание и оценки`,
  seesContracts: msg`договоры и платежи`,
  pays: msg`подпись и оплата`,
  enrols: msg`запись на курсы и смена группы`,
  writes: msg`сообщения в школу о ребёнке`,
  isNotified: msg`уведомления`,
}

/** Children of a parent; absent in other role groups. */
export function ChildrenCard() {
  const { t } = useLingui()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const { data: children = [], isSuccess } = useQuery({ ...childrenQuery(), enabled: isParent })
  if (!isParent) return null
  return (
    <>
      <PhoneFoldedCard
        title={t`Дети`}
        note={children.map(({ firstName }) => firstName).join(', ')}
        isOpen={isSuccess && (children.length === 0 || children.some(({ withheld }) => withheld))}
      >
        <QueryBoundary
          query={childrenQuery()}
          skeleton={
            <>
              <SkeletonLine height="control" />
              <SkeletonLine height="control" />
            </>
          }
          isEmpty={(loaded) => loaded.length === 0}
          empty={
            <p className="text-ink-muted">
              <Trans>Здесь появятся ваши дети, когда школа свяжет их с вашим кабинетом.</Trans>
            </p>
          }
        >
          {(loaded) => (
            <>
              <ul className="divide-y divide-line-soft">
                {loaded.map((child) => (
                  <ChildRow key={child.uuid} child={child} />
                ))}
              </ul>
              {loaded.some(({ withheld }) => withheld) && (
                <p className="mt-sm max-w-text text-sm text-ink-muted">
                  <Trans>
                    Что видит и делает каждый родитель, решает школа. Если вам нужно больше, чем открыто, обратитесь к
                    ней.
                  </Trans>
                </p>
              )}
            </>
          )}
        </QueryBoundary>
        <div className="mt-base">
          <PairingOpener />
        </div>
      </PhoneFoldedCard>
      <OpenedPairing />
    </>
  )
}

function ChildRow({ child }: { child: FamilyChild }) {
  const { i18n } = useLingui()
  const { uuid, firstName, lastName, avatar, grade, canSignIn, withheld } = child
  const closed = (withheld ?? []).map((right) => i18n._(withheldLabels[right])).join(', ')
  return (
    <ListItem
      start={<Avatar name={displayName({ firstName, lastName })} src={avatar} />}
      title={<SchoolText>{fullName(child)}</SchoolText>}
      note={
        <>
          {grade === null ? <BranchOfStudies student={uuid} /> : <Trans>{grade} класс</Trans>}
          {separator}
          {canSignIn ? <Trans>есть свой вход в кабинет</Trans> : <Trans>своего входа в кабинет нет</Trans>}
          {closed !== '' && (
            <span className="block">
              <Trans>Вам не открыто: {closed}</Trans>
            </span>
          )}
        </>
      }
    />
  )
}

/** Where a child without a grade studies, by the newest grade book; its line is reserved while that is read. */
function BranchOfStudies({ student }: { student: string }) {
  const { i18n } = useLingui()
  const { data: books, isPending } = useQuery(optionalQuery(childrenGradeBooksQuery()))
  const variant = books?.find((own) => own.student.uuid === student)?.books[0]?.variant
  return variant ? i18n._(labelOf(branchLabels, variant)) : isPending && '\u00a0'
}
