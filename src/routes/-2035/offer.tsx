import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Offer, OfferStudent } from '#contract/schedule.ts'
import { offerQuery, offerStudentsQuery } from '#src/api/programme.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { OnlyThemselves } from '#src/routes/-frame/only-themselves.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import { Enrolled } from './enrolled.tsx'
import { OpenedEnrolment } from './opened-enrolment.tsx'
import { Opportunity } from './opportunity.tsx'

/** What a token offers, who has chosen of it, and who still may. */
export function OfferOf({ token }: { token: string }) {
  const offer = useQuery(offerQuery(token))
  const students = useQuery(offerStudentsQuery(token))
  if (offer.data === undefined && offer.error?.type === 'not-found') return <UnknownOffer />
  return (
    <Faces result={offer} skeleton={<OfferSkeleton />}>
      {(offered) => (
        <Faces result={students} skeleton={<OfferSkeleton />}>
          {(own) => <Whole offer={offered} students={own} />}
        </Faces>
      )}
    </Faces>
  )
}

function Whole({ offer, students }: { offer: Offer; students: readonly OfferStudent[] }) {
  const enrolled = students.filter(({ enrolment }) => enrolment !== null)
  return (
    <div className="flex flex-col gap-lg">
      <About offer={offer} />
      {enrolled.map((student) => (
        <Enrolled key={student.studentUuid} offer={offer} student={student} isAlone={students.length === 1} />
      ))}
      <OnlyThemselves />
      <ul className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
        {offer.opportunities.map((opportunity) => (
          <Opportunity
            key={opportunity.opportunityUuid}
            opportunity={opportunity}
            students={students}
            isAllEnrolled={students.length > 0 && enrolled.length === students.length}
          />
        ))}
      </ul>
      <OpenedEnrolment offer={offer} students={students} />
    </div>
  )
}

function About({ offer: { title, description, enrolUntil } }: { offer: Offer }) {
  const dates = useDates()
  const { today } = useMoment()
  const pageTitle = useTitle()('2035')
  const day = dates.day(enrolUntil)
  return (
    <Card title={title === pageTitle ? undefined : title}>
      <p className="max-w-prose">{description}</p>
      <div className="mt-base">
        {today <= enrolUntil ? (
          <p className="text-ink-muted">
            <Trans>Записаться можно до {day} включительно.</Trans>
          </p>
        ) : (
          <Notice tone="warning" title={<Trans>Набор завершён</Trans>}>
            <Trans>Запись была открыта до {day}. О новом наборе школа сообщит в личном кабинете.</Trans>
          </Notice>
        )}
      </div>
    </Card>
  )
}

function UnknownOffer() {
  return (
    <Card>
      <EmptyState icon="u2035" title={<Trans>Такого предложения нет</Trans>}>
        <Trans>
          Ссылка устарела или скопирована не целиком. Откройте раздел «Программа „2035“» в меню или попросите ссылку ещё
          раз.
        </Trans>
      </EmptyState>
    </Card>
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
