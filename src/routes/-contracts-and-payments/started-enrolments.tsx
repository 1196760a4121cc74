import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Basket, CourseWaitingList } from '#contract/enrolment/catalog.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { basketsQuery, courseWaitingListsQuery } from '#src/api/contracts.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { canResume } from '#src/domain/baskets.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { titleWithoutCourse } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useIsClosed } from '#src/routes/-query/use-is-closed.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useCurrentUserId, useIsFamily, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** Unfinished purchases: held places, baskets and waiting lists. */
export function StartedEnrolments() {
  const { t } = useLingui()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  // Optional: the section is absent when the call fails.
  const isClosed = useIsClosed()
  const enabled = useIsFamily() && !isClosed('purchase')
  const { data: baskets = [] } = useQuery({ ...optionalQuery(basketsQuery()), enabled })
  const { data: waitingLists = [] } = useQuery({ ...optionalQuery(courseWaitingListsQuery()), enabled })
  const { data: children = [] } = useQuery({ ...optionalQuery(childrenQuery()), enabled: isParent })
  if (baskets.length + waitingLists.length === 0) return null
  const nameOf = ({ studentUuid }: CourseWaitingList) => children.find(({ uuid }) => uuid === studentUuid)?.firstName
  const held = waitingLists.filter(({ heldUntil }) => heldUntil !== null)
  const waiting = waitingLists.filter(({ heldUntil }) => heldUntil === null)
  return (
    <section ref={passFocusUp} tabIndex={-1} aria-label={t`Начатая запись`}>
      <h2 className="mb-sm pt-lg text-lg">
        <Trans>Вы начали запись</Trans>
      </h2>
      <ul className="divide-y divide-line-soft rounded-lg border border-line-soft bg-surface">
        {held.map((waitingList) => (
          <WaitingListRow key={waitingList.uuid} waitingList={waitingList} child={nameOf(waitingList)} />
        ))}
        {baskets.map((basket) => (
          <BasketRow key={`${basket.groceryBasketUuid} ${basket.student.uuid}`} basket={basket} />
        ))}
        {waiting.map((waitingList) => (
          <WaitingListRow key={waitingList.uuid} waitingList={waitingList} child={nameOf(waitingList)} />
        ))}
      </ul>
      {baskets.some(({ isEnrolled }) => !isEnrolled) && <AccountOwnerOnly />}
    </section>
  )
}

function BasketRow({ basket }: { basket: Basket }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const ownId = useCurrentUserId()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const drop = usePressMutation({
    ...callMutation('DELETE /v1/catalog/basket/{id}', { handlesError: true }),
    onSuccess: () => notifications.send({ type: 'notification.show', kind: 'purchaseGivenUp', tone: 'success' }),
  })
  const { groceryBasketUuid: id, course, group, student, price, isEnrolled, keptUntil, obstacle, filledAt } = basket
  const title = course.title
  const day = dates.day(dates.dayOf(filledAt))
  const about = [titleWithoutCourse(group.title, course.title), ...(student.uuid === ownId ? [] : [student.firstName])]
  return (
    <EnrolmentRow
      title={title}
      note={[...about, formatMoney(price.now, i18n.locale), t`начато ${day}`].join(separator)}
      actions={
        <>
          <ContinueLink basket={basket} />
          {!isEnrolled && (
            <AccountOwnerButton
              ref={passFocusUp}
              variant="quiet"
              size="small"
              busy={drop.isPending}
              onClick={() => drop.mutate({ params: { id } })}
            >
              <span>
                <Trans>Убрать</Trans>
                <VisuallyHidden>: {title}</VisuallyHidden>
              </span>
            </AccountOwnerButton>
          )}
        </>
      }
    >
      {keptUntil !== null && (
        <p className="mt-xxs">
          <Trans>Место за вами до {dates.day(keptUntil)}. Без договора потом его получит другой.</Trans>
        </p>
      )}
      {obstacle !== null && (
        <p className="mt-xxs">
          <Trans>Больше нельзя:</Trans> {i18n._(labelOf(purchaseObstacleLabels, obstacle))}.
        </p>
      )}
      {obstacle === null && price.now !== price.agreed && (
        <p className="mt-xxs">
          <Trans>
            Цена изменилась: была {formatMoney(price.agreed, i18n.locale)}, стала {formatMoney(price.now, i18n.locale)}.
          </Trans>
        </p>
      )}
      <CallError error={drop.error}>
        <Trans>Не удалось убрать.</Trans>
      </CallError>
    </EnrolmentRow>
  )
}

function ContinueLink({ basket }: { basket: Basket }) {
  const { groceryBasketUuid, course, student, obstacle } = basket
  if (canResume(basket)) {
    return (
      <ButtonLink
        to="/catalog/$id/purchase"
        params={{ id: course.uuid }}
        search={{ child: student.uuid, basket: groceryBasketUuid }}
        size="small"
      >
        <Trans>Продолжить запись</Trans>
        <VisuallyHidden>: {course.title}</VisuallyHidden>
      </ButtonLink>
    )
  }
  const id = course.uuid
  const hasOtherGroups = obstacle === 'full' || obstacle === 'enrolment-closed'
  return hasOtherGroups ? (
    <ButtonLink to="/catalog/$id" params={{ id }} size="small">
      <Trans>Другие группы курса</Trans>
    </ButtonLink>
  ) : (
    <ButtonLink to="/catalog" size="small">
      <Trans>Другие курсы</Trans>
    </ButtonLink>
  )
}

/** A place on a waiting list, or a held place with the link to the purchase. */
function WaitingListRow({ waitingList, child }: { waitingList: CourseWaitingList; child: string | undefined }) {
  const dates = useDates()
  const { courseTitle, courseUuid, groupTitle, groupUuid, studentUuid, position, length, heldUntil } = waitingList
  const group = titleWithoutCourse(groupTitle, courseTitle)
  const until = heldUntil && dates.dateTime(heldUntil)
  return (
    <EnrolmentRow
      title={courseTitle}
      note={[group, ...(child ? [child] : [])].join(separator)}
      actions={
        heldUntil === null ? (
          <ButtonLink to="/catalog/$id" params={{ id: courseUuid }} search={{ child: studentUuid }} size="small">
            <Trans>Посмотреть курс</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink
            to="/catalog/$id/purchase"
            params={{ id: courseUuid }}
            search={{ child: studentUuid, group: groupUuid }}
            size="small"
          >
            <Trans>Продолжить запись</Trans>
          </ButtonLink>
        )
      }
      state={
        heldUntil === null ? (
          <p className="text-sm">
            <Trans>
              В очереди, место {position} из {length}
            </Trans>
          </p>
        ) : (
          <Badge tone="warning">
            <Trans>Место за вами до {until}</Trans>
          </Badge>
        )
      }
    />
  )
}

type EnrolmentRowProps = {
  title: string
  note: string
  /** Beside the title, below the note on a phone. */
  state?: ReactNode
  actions: ReactNode
  children?: ReactNode
}

/** The actions are beside the text, below it on a phone. */
function EnrolmentRow({ title, note, state, actions, children }: EnrolmentRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-base gap-y-xs px-base py-xs md:min-h-[56px] md:px-lg">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <div className="flex flex-wrap items-center gap-x-sm">
          <p className="font-medium max-md:basis-full">
            <SchoolText>{title}</SchoolText>
          </p>
          <p className="basis-full text-sm wrap-anywhere text-ink-muted tabular-nums md:order-last">{note}</p>
          {state}
        </div>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-xs">{actions}</div>
    </li>
  )
}
