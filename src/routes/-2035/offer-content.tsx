import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import { screens } from '#contract/screens.ts'
import { offerQuery, offerStudentsQuery } from '#src/api/programme-2035.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { isOpenForEnrolment, NoStudents } from './eligibility-rules.tsx'
import { EnrolmentCard, WithdrawEnrolmentDialog, type Withdrawn } from './enrolment-card.tsx'
import { OpenedEnrolment, OpportunityCard } from './opportunity-card.tsx'
import { StudentsCard } from './students-card.tsx'

/** Content of the offer with this token: enrolments and opportunities. */
export function OfferContent({ token }: { token: string }) {
  const offer = useQuery(offerQuery(token))
  const students = useQuery(offerStudentsQuery(token))
  if (offer.data === undefined && offer.error?.type === 'not-found') return <UnknownOffer />
  return (
    <QueryState result={offer} skeleton={<OfferSkeleton />}>
      {(offered) => (
        <QueryState result={students} skeleton={<OfferSkeleton />}>
          {(own) => <OfferWithStudents offer={offered} students={own} />}
        </QueryState>
      )}
    </QueryState>
  )
}

function OfferWithStudents({ offer, students }: { offer: Offer; students: readonly OfferStudent[] }) {
  const enrolled = students.filter(({ enrolment }) => enrolment !== null)
  const [withdrawn, withdraw] = useState<Withdrawn | null>(null)
  const content = useRef<HTMLDivElement>(null)
  return (
    <div ref={content} tabIndex={-1} className="flex flex-col gap-base focus-visible:outline-none">
      <OfferDescription offer={offer} />
      {students.length === 0 && (
        <Notice tone="info" title={<Trans>Записать пока некого</Trans>}>
          <NoStudents />
        </Notice>
      )}
      {enrolled.map((student) => (
        <EnrolmentCard
          key={student.studentUuid}
          offer={offer}
          student={student}
          isAlone={students.length === 1}
          onWithdraw={withdraw}
        />
      ))}
      {students.length > 1 && <StudentsCard offer={offer} students={students} />}
      <AccountOwnerOnly />
      <ul className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
        {openFirst(offer.opportunities, students).map((opportunity, index) => (
          <OpportunityCard
            key={opportunity.opportunityUuid}
            opportunity={opportunity}
            students={students}
            isAllEnrolled={students.length > 0 && enrolled.length === students.length}
            isFirst={index === 0}
          />
        ))}
      </ul>
      <OpenedEnrolment offer={offer} students={students} />
      {withdrawn && (
        <WithdrawEnrolmentDialog
          {...withdrawn}
          onOpenerGone={() => content.current?.focus()}
          onClose={() => withdraw(null)}
        />
      )}
    </div>
  )
}

/** Opportunities that someone may enrol in come first. */
function openFirst(opportunities: Offer['opportunities'], students: readonly OfferStudent[]): Offer['opportunities'] {
  return opportunities.toSorted(
    (one, other) => Number(isOpenForEnrolment(students, other)) - Number(isOpenForEnrolment(students, one)),
  )
}

function OfferDescription({ offer: { title, description, enrolUntil } }: { offer: Offer }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const day = dates.day(enrolUntil)
  return (
    <section className="-mt-xs flex flex-col gap-xs">
      {!Object.values<string>(screens['2035'].title).includes(title) && <h2 className="text-xl">{title}</h2>}
      <p className="max-w-text text-ink-muted">{description}</p>
      {today <= enrolUntil ? (
        <p>
          <span className="font-medium">
            <Trans>Записаться можно до {day} включительно.</Trans>
          </span>{' '}
          <span className="text-ink-muted">
            <Trans>Отменить запись можно, пока не начались занятия и не заключён договор.</Trans>
          </span>
        </p>
      ) : (
        <Notice title={<Trans>Набор завершён</Trans>}>
          <Trans>Запись была открыта до {day}. О новом наборе школа сообщит в личном кабинете.</Trans>
        </Notice>
      )}
    </section>
  )
}

function UnknownOffer() {
  return (
    <EmptyCard icon="u2035" title={<Trans>Такого предложения нет</Trans>}>
      <Trans>
        Ссылка устарела или скопирована не целиком. Откройте раздел «Программа „2035“» в меню или попросите ссылку ещё
        раз.
      </Trans>
    </EmptyCard>
  )
}

export function OfferSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonBlock />
      <div className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
      </div>
    </div>
  )
}
