import { Trans } from '@lingui/react/macro'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Card } from '#src/ui/layout/card.tsx'

export const WithdrawEnrolmentDialog = lazyComponent(
  'withdraw-enrolment-dialog',
  () => import('./withdraw-enrolment-dialog.tsx'),
  'WithdrawEnrolmentDialog',
)

/** The enrolment whose withdrawal is confirmed. */
export type Withdrawn = { enrolmentUuid: string; opportunityTitle: string }

type EnrolmentCardProps = {
  offer: Offer
  student: OfferStudent
  isAlone: boolean
  onWithdraw: (enrolment: Withdrawn) => void
}

/** An enrolment with its group and the next steps. */
export function EnrolmentCard({
  offer,
  student: { firstName, enrolment, studentUuid },
  isAlone,
  onWithdraw,
}: EnrolmentCardProps) {
  const dates = useDates()
  const opportunity = offer.opportunities.find((one) => one.opportunityUuid === enrolment?.opportunityUuid)
  const group = opportunity?.groups.find((one) => one.groupUuid === enrolment?.groupUuid)
  if (enrolment === null || opportunity === undefined) return null
  const { enrolmentUuid, groceryBasketUuid, contractUuid, keptUntil, withdrawUntil } = enrolment
  const isToBePaid = groceryBasketUuid !== null && keptUntil !== null
  return (
    <Card tone="success" title={isAlone ? <Trans>Вы записаны</Trans> : <Trans>{firstName}: запись есть</Trans>}>
      <DescriptionList
        entries={[
          { key: 'what', term: <Trans>Направление</Trans>, value: opportunity.title },
          { key: 'group', term: <Trans>Группа</Trans>, value: group?.title },
          { key: 'when', term: <Trans>Когда и где</Trans>, value: group && <GroupTimes group={group} /> },
          { key: 'since', term: <Trans>Дата записи</Trans>, value: dates.dateTime(enrolment.enrolledAt) },
        ]}
      />
      <div className="mt-base flex flex-wrap gap-sm">
        {isToBePaid && group && (
          <Notice
            tone="warning"
            title={<Trans>Осталось заключить договор</Trans>}
            action={
              <ButtonLink
                to="/catalog/$id/purchase"
                params={{ id: enrolment.courseUuid }}
                search={{ child: studentUuid, basket: groceryBasketUuid }}
                variant="primary"
              >
                <Trans>Оформить</Trans>
              </ButtonLink>
            }
          >
            <Trans>
              Место за вами до {dates.day(keptUntil)}. Без договора потом его получит другой. Это направление платное:
              занятия начнутся после первой оплаты.
            </Trans>
          </Notice>
        )}
        {contractUuid !== null && (
          <ButtonLink to="/contracts-and-payments/$id" params={{ id: contractUuid }}>
            <Trans>Договор и оплата</Trans>
          </ButtonLink>
        )}
        {!isToBePaid && (
          <ButtonLink
            to="/schedule"
            search={{ date: group?.startsOn, ...(!isAlone && { filter: { child: studentUuid } }) }}
          >
            <Trans>Посмотреть в расписании</Trans>
          </ButtonLink>
        )}
        {withdrawUntil !== null && (
          <AccountOwnerButton
            opens={WithdrawEnrolmentDialog}
            onClick={() => onWithdraw({ enrolmentUuid, opportunityTitle: opportunity.title })}
          >
            <Trans>Отменить запись</Trans>
          </AccountOwnerButton>
        )}
      </div>
      <p className="mt-sm text-sm text-ink-muted">
        {withdrawUntil !== null ? (
          <Trans>Отменить запись можно до {dates.day(withdrawUntil)} включительно.</Trans>
        ) : contractUuid !== null ? (
          <Trans>Чтобы отказаться, напишите в школу: запись закреплена договором.</Trans>
        ) : (
          <Trans>Занятия начались. Чтобы отказаться, напишите в школу.</Trans>
        )}
      </p>
    </Card>
  )
}

type OfferGroup = Offer['opportunities'][number]['groups'][number]

/** Times, place and teacher of a group. */
export function GroupTimes({ group: { slots, startsOn, territory, teacher } }: { group: OfferGroup }) {
  const dates = useDates()
  const times = slotsText(slots, dates)
  const start = dates.day(startsOn)
  return (
    <>
      <span className="block">{times.length > 0 ? times.join('; ') : <Trans>Без постоянного времени</Trans>}</span>
      <span className="block">{territory?.title ?? <Trans>Онлайн</Trans>}</span>
      {teacher && <span className="block">{teacher}</span>}
      <span className="block">
        <Trans>Первое занятие не раньше {start}</Trans>
      </span>
    </>
  )
}
