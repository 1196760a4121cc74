import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Offer, OfferStudent } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { DescriptionList } from '#src/ui/data/description-list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { GroupTimes } from './group-times.tsx'

type EnrolmentCardProps = { offer: Offer; student: OfferStudent; isAlone: boolean }

/** An enrolment with its group and the next steps. */
export function EnrolmentCard({ offer, student: { firstName, enrolment, studentUuid }, isAlone }: EnrolmentCardProps) {
  const dates = useDates()
  const opportunity = offer.opportunities.find((one) => one.opportunityUuid === enrolment?.opportunityUuid)
  const group = opportunity?.groups.find((one) => one.groupUuid === enrolment?.groupUuid)
  if (enrolment === null || opportunity === undefined) return null
  const { groceryBasketUuid, contractUuid, keptUntil } = enrolment
  const isToBePaid = groceryBasketUuid !== null && keptUntil !== null
  return (
    <Card tone="accent" title={isAlone ? <Trans>Вы записаны</Trans> : <Trans>{firstName}: запись есть</Trans>}>
      <DescriptionList
        entries={[
          { key: 'what', term: <Trans>Направление</Trans>, value: opportunity.title },
          { key: 'group', term: <Trans>Группа</Trans>, value: group?.title },
          { key: 'when', term: <Trans>Когда и где</Trans>, value: group && <GroupTimes group={group} /> },
          { key: 'since', term: <Trans>Записались</Trans>, value: dates.dateTime(enrolment.enrolledAt) },
        ]}
      />
      <div className="mt-base flex flex-wrap gap-sm">
        {isToBePaid && group && (
          <Notice
            tone="warning"
            title={<Trans>Осталось заключить договор</Trans>}
            action={
              <Link
                to="/catalog/$id/purchase"
                params={{ id: enrolment.courseUuid }}
                search={{ child: studentUuid, basket: groceryBasketUuid }}
                className={buttonClassNames({ variant: 'primary' })}
              >
                <Trans>Оформить</Trans>
              </Link>
            }
          >
            <Trans>
              Место ждёт договора до {dates.day(keptUntil)}, потом его получит другой. Это направление платное: занятия
              начнутся после первой оплаты.
            </Trans>
          </Notice>
        )}
        {contractUuid !== null && (
          <Link
            to="/contracts-and-payments/$id"
            params={{ id: contractUuid }}
            className={buttonClassNames({ variant: 'secondary' })}
          >
            <Trans>Договор и оплата</Trans>
          </Link>
        )}
        {!isToBePaid && (
          <Link
            to="/schedule"
            search={{ date: group?.startsOn, ...(!isAlone && { filter: { child: studentUuid } }) }}
            className={buttonClassNames({ variant: 'secondary' })}
          >
            <Trans>Посмотреть в расписании</Trans>
          </Link>
        )}
      </div>
    </Card>
  )
}
