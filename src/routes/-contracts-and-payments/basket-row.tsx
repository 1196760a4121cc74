import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Basket } from '#contract/catalog.ts'
import type { PurchaseObstacle } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { basketsQuery } from '#src/api/contracts.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { purchaseObstacleWords } from '#src/i18n/purchase-words.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { useOwnId } from '#src/routes/-frame/use-session.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Row } from '#src/ui/rows.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** A purchase that was interrupted: on with it, or why that is no longer possible and what is. */
export function BasketRow({ basket }: { basket: Basket }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const ownId = useOwnId()
  const queryClient = useQueryClient()
  const drop = useMutation({
    ...callMutation('DELETE /v1/catalog/basket/{id}', { returnsFailure: true }),
    // Also after a refusal: what was dropped, or signed, in another tab is gone from here.
    onSettled: () => queryClient.invalidateQueries(basketsQuery()),
  })
  const { groceryBasketUuid: id, course, group, student, price, isEnrolled, keptUntil, obstacle, filledAt } = basket
  const title = course.title
  const day = dates.day(dates.dayOf(filledAt))
  const about = [group.title, ...(student.uuid === ownId ? [] : [student.firstName])]
  return (
    <Row title={title} note={[...about, formatMoney(price.now, i18n.locale), t`начато ${day}`].join(separator)}>
      {keptUntil !== null && (
        <p className="mt-xxs">
          <Trans>Место ждёт договора до {dates.day(keptUntil)}, потом его получит другой.</Trans>
        </p>
      )}
      {obstacle !== null && (
        <p className="mt-xxs">
          <Trans>Больше нельзя:</Trans> {i18n._(wordsFor(purchaseObstacleWords, obstacle))}.
        </p>
      )}
      {obstacle === null && price.now !== price.agreed && (
        <p className="mt-xxs">
          <Trans>
            Цена изменилась: была {formatMoney(price.agreed, i18n.locale)}, стала {formatMoney(price.now, i18n.locale)}.
          </Trans>
        </p>
      )}
      <div className="mt-xs flex flex-wrap items-center gap-xs">
        <WayOn basket={basket} />
        {!isEnrolled && (
          <OwnButton variant="quiet" size="small" busy={drop.isPending} onClick={() => drop.mutate({ params: { id } })}>
            <span>
              <Trans>Убрать</Trans>
              <VisuallyHidden>: {title}</VisuallyHidden>
            </span>
          </OwnButton>
        )}
        {drop.error && (
          <p role="alert" className="basis-full text-sm text-ink-error">
            <Trans>Не удалось убрать.</Trans> <FailureWords error={drop.error} />
          </p>
        )}
      </div>
    </Row>
  )
}

/** Where another way of paying is all it takes the purchase goes on; else the course shows what else there is. */
const goesOn: ReadonlySet<PurchaseObstacle | null> = new Set([null, 'scheme-gone'])

function WayOn({ basket: { groceryBasketUuid, course, student, obstacle } }: { basket: Basket }) {
  const isOpen = goesOn.has(obstacle)
  const look = buttonClasses({ size: 'small', variant: 'secondary' })
  if (isOpen) {
    return (
      <Link
        to="/catalog/$id/purchase"
        params={{ id: course.uuid }}
        search={{ child: student.uuid, basket: groceryBasketUuid }}
        className={look}
      >
        <Trans>Продолжить</Trans>
        <VisuallyHidden>: {course.title}</VisuallyHidden>
      </Link>
    )
  }
  const id = course.uuid
  const hasOtherGroups = obstacle === 'full' || obstacle === 'enrolment-closed'
  return hasOtherGroups ? (
    <Link to="/catalog/$id" params={{ id }} className={look}>
      <Trans>Другие группы курса</Trans>
    </Link>
  ) : (
    <Link to="/catalog" className={look}>
      <Trans>Другие курсы</Trans>
    </Link>
  )
}
