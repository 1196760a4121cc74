import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouteContext } from '@tanstack/react-router'
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
import { useDeadlineText } from '#src/routes/-query/labels/use-deadline-text.ts'
import { useQueryIfOpen } from '#src/routes/-query/use-is-closed.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useCurrentUserId, useIsFamily, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { RowLines } from './row-lines.tsx'

/** Unfinished purchases: held places, baskets and waiting lists. */
export function StartedEnrolments() {
  const { t } = useLingui()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  // Optional: the section is absent when the call fails.
  const isFamily = useIsFamily()
  const { data: baskets = [] } = useQueryIfOpen('purchase', basketsQuery(), isFamily)
  const { data: waitingLists = [] } = useQueryIfOpen('purchase', courseWaitingListsQuery(), isFamily)
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
  return (
    <EnrolmentRow
      title={title}
      child={student.uuid === ownId ? undefined : student.firstName}
      about={[titleWithoutCourse(group.title, title), formatMoney(price.now, i18n.locale), t`начато ${day}`]}
      sum={price.now}
      state={(obstacle !== null || keptUntil !== null || price.now !== price.agreed) && <BasketState basket={basket} />}
      link={rowLinkOf(basket)}
      drop={
        !isEnrolled && (
          <AccountOwnerButton
            ref={passFocusUp}
            variant="quiet"
            size="small"
            aria-label={t`Убрать: ${title}`}
            busy={drop.isPending}
            onClick={() => drop.mutate({ params: { id } })}
          >
            <span className="max-md:hidden">
              <Trans>Убрать</Trans>
            </span>
            <span className="md:hidden">
              <Icon name="close" />
            </span>
          </AccountOwnerButton>
        )
      }
      error={
        drop.error && (
          <CallError error={drop.error}>
            <Trans>Не удалось убрать.</Trans>
          </CallError>
        )
      }
    />
  )
}

/** Why the purchase cannot go on, until when the place is held, or that the price is another one. */
function BasketState({ basket: { obstacle, keptUntil, price } }: { basket: Basket }) {
  const { i18n } = useLingui()
  const dates = useDates()
  if (obstacle !== null)
    return (
      <Badge tone="error">
        <span className="max-md:hidden">
          <Trans>Больше нельзя:</Trans>{' '}
        </span>
        {i18n._(labelOf(purchaseObstacleLabels, obstacle))}
      </Badge>
    )
  if (keptUntil !== null) return <HeldUntil>{dates.day(keptUntil)}</HeldUntil>
  const agreed = formatMoney(price.agreed, i18n.locale)
  return (
    <Badge tone="warning">
      <span className="max-md:hidden">
        <Trans>Цена изменилась: была {agreed}</Trans>
      </span>
      <span className="md:hidden">
        <Trans>Была {agreed}</Trans>
      </span>
    </Badge>
  )
}

function HeldUntil({ children: until }: { children: string }) {
  return (
    <Badge tone="warning">
      <span className="max-md:hidden">
        <Trans>Место за вами до {until}</Trans>
      </span>
      <span className="md:hidden">
        <Trans>До {until}</Trans>
      </span>
    </Badge>
  )
}

/** What a row opens; a phone has room for the short words. */
type RowLink = { target: Pick<LinkProps, 'to' | 'params' | 'search'>; label: ReactNode; short: ReactNode }

function rowLinkOf(basket: Basket): RowLink {
  const { groceryBasketUuid, course, student, obstacle } = basket
  const id = course.uuid
  if (canResume(basket)) return purchaseLink(id, { child: student.uuid, basket: groceryBasketUuid })
  const hasOtherGroups = obstacle === 'full' || obstacle === 'enrolment-closed'
  return hasOtherGroups
    ? {
        target: { to: '/catalog/$id', params: { id } },
        label: <Trans>Другие группы курса</Trans>,
        short: <Trans>К группам</Trans>,
      }
    : { target: { to: '/catalog' }, label: <Trans>Другие курсы</Trans>, short: <Trans>Другие курсы</Trans> }
}

function purchaseLink(
  id: string,
  search: { child: string; basket: string } | { child: string; group: string },
): RowLink {
  return {
    target: { to: '/catalog/$id/purchase', params: { id }, search },
    label: <Trans>Продолжить запись</Trans>,
    short: <Trans>Продолжить</Trans>,
  }
}

/** A place on a waiting list, or a held place with the link to the purchase. */
function WaitingListRow({ waitingList, child }: { waitingList: CourseWaitingList; child: string | undefined }) {
  const deadline = useDeadlineText()
  const { courseTitle, courseUuid: id, groupTitle, groupUuid, studentUuid, position, length, heldUntil } = waitingList
  return (
    <EnrolmentRow
      title={courseTitle}
      child={child}
      about={[titleWithoutCourse(groupTitle, courseTitle)]}
      state={
        heldUntil === null ? (
          <span className="truncate text-sm">
            <Trans>
              В очереди: {position} из {length}
            </Trans>
          </span>
        ) : (
          <HeldUntil>{deadline(heldUntil)}</HeldUntil>
        )
      }
      link={
        heldUntil === null
          ? {
              target: { to: '/catalog/$id', params: { id }, search: { child: studentUuid } },
              label: <Trans>Посмотреть курс</Trans>,
              short: <Trans>К курсу</Trans>,
            }
          : purchaseLink(id, { child: studentUuid, group: groupUuid })
      }
    />
  )
}

type EnrolmentRowProps = {
  title: string
  child: string | undefined
  /** A phone shows the first if there is no state. */
  about: readonly string[]
  sum?: number
  state: ReactNode
  link: RowLink
  drop?: ReactNode
  error?: ReactNode
}

/** A row of two lines. A wide screen has a button, a phone a link that covers the row. */
function EnrolmentRow({ title, child, about, sum, state, link, drop, error }: EnrolmentRowProps) {
  const { i18n } = useLingui()
  const name = <VisuallyHidden>: {title}</VisuallyHidden>
  const [first, ...rest] = about
  return (
    <li className="relative flex min-h-[56px] flex-wrap items-center gap-x-base px-base py-xs md:px-lg">
      <RowLines
        title={
          <span className="font-medium">
            <SchoolText>{title}</SchoolText>
          </span>
        }
        state={state}
      >
        {child && <span className="text-ink">{child}</span>}
        <span className={state ? 'max-md:hidden' : undefined}>
          {child && separator}
          {first}
        </span>
        <span className="max-md:hidden">{rest.map((part) => separator + part)}</span>
      </RowLines>
      <Responsive
        from="md"
        narrow={
          <div className="text-right">
            {sum !== undefined && <p className="font-strong tabular-nums">{formatMoney(sum, i18n.locale)}</p>}
            <Link {...link.target} className={`${stretchedLink} text-sm text-ink-link print:hidden`}>
              {link.short}
              {name}
            </Link>
          </div>
        }
        wide={
          <ButtonLink {...link.target} size="small">
            <span>
              {link.label}
              {name}
            </span>
          </ButtonLink>
        }
      />
      {drop && <div className="relative max-md:-mr-sm max-md:-ml-sm">{drop}</div>}
      {error && <div className="basis-full">{error}</div>}
    </li>
  )
}
