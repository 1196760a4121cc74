import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { contractsQuery } from '#src/api/contracts.ts'
import { newsQuery } from '#src/api/news.ts'
import { paymentSummaryOf } from '#src/domain/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ButtonLink } from '#src/routes/-shell/shell/router-link.tsx'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Greeting } from './greeting.tsx'
import { NewDot, optionalQuery } from './home-block.tsx'
import { ChangesBlock, MarksBlock } from './news-blocks.tsx'
import { PendingBlock } from './pending-block.tsx'
import { ScheduleBlock } from './schedule-block.tsx'
import { EventsBlock, PaymentsBlock } from './upcoming-blocks.tsx'

export default function ParentHomePage() {
  const title = useScreenTitle()
  return (
    <>
      <PageHeading lead={<Greeting />} actions={<NewsLinks />}>
        {title('parent-home-page')}
      </PageHeading>
      <OverdueNotice />
      <div className="flex flex-col gap-lg">
        <ScheduleBlock />
        <div className="grid items-start gap-lg lg:grid-cols-2 xl:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-lg xl:contents">
            <ChangesBlock />
            <div className="flex min-w-0 flex-col gap-lg">
              <MarksBlock />
              <PaymentsBlock />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-lg">
            <PendingBlock />
            <EventsBlock />
          </div>
        </div>
      </div>
    </>
  )
}

function NewsLinks() {
  const { data: news = [] } = useQuery(newsQuery())
  const of = (section: (typeof news)[number]['section']) => news.find((each) => each.section === section)?.count ?? 0
  const [changes, marks] = [of('schedule'), of('grade-book')]
  return (
    <>
      {changes > 0 && (
        <ButtonLink to="/schedule" size="small">
          <NewDot />
          <Plural
            value={changes}
            one="# изменение в расписании"
            few="# изменения в расписании"
            many="# изменений в расписании"
            other="# изменения в расписании"
          />
        </ButtonLink>
      )}
      {marks > 0 && (
        <ButtonLink to="/grade-book" size="small">
          <NewDot />
          <Plural
            value={marks}
            one="# новая оценка"
            few="# новые оценки"
            many="# новых оценок"
            other="# новой оценки"
          />
        </ButtonLink>
      )}
    </>
  )
}

function OverdueNotice() {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const { data: contracts = [] } = useQuery(optionalQuery(contractsQuery()))
  const { overdue } = paymentSummaryOf(contracts, today)
  if (overdue.count === 0) return null
  return (
    <div className="mb-lg">
      <Notice
        tone="error"
        title={<Trans>Долг {formatMoney(overdue.sum, i18n.locale)}</Trans>}
        action={
          <ButtonLink to="/contracts-and-payments" size="small">
            <Trans>Счёт и реквизиты</Trans>
          </ButtonLink>
        }
      >
        <Plural
          value={overdue.count}
          one="# платёж просрочен"
          few="# платежа просрочены"
          many="# платежей просрочено"
          other="# платежа просрочено"
        />
      </Notice>
    </div>
  )
}
