import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { titleWithoutCourse } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useDeadlineText } from '#src/routes/-query/labels/use-deadline-text.ts'
import { useChildNames } from '#src/routes/-query/use-child-names.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { UnverifiedRow } from './contact-rows.tsx'
import type { Need } from './needs.ts'
import { CheckoutRow, DebtRow, PaymentRow, RefusedChargeRow } from './payment-rows.tsx'
import { AbsencesRow, HomeworkRow, LessonToJoinRow, RetakesRow } from './study-rows.tsx'

const clock = { path: 'M12 3.75a8.25 8.25 0 1 1 0 16.5 8.25 8.25 0 0 1 0-16.5ZM12 7.5V12l3 1.75' }

/** One of the things that are to be done, with its action. */
export function NeedRow({ need }: { need: Need }) {
  const dates = useDates()
  const { t, i18n } = useLingui()
  const names = useChildNames()
  const ownId = useCurrentUserId()
  switch (need.kind) {
    case 'lesson':
      return <LessonToJoinRow {...need} />
    case 'homework':
      return <HomeworkRow {...need} />
    case 'absences':
      return <AbsencesRow {...need} />
    case 'retakes':
      return <RetakesRow {...need} />
    case 'debt':
      return <DebtRow {...need} />
    case 'refused-charge':
      return <RefusedChargeRow {...need} />
    case 'checkout':
      return <CheckoutRow {...need} />
    case 'payment':
      return <PaymentRow {...need} />
    case 'group': {
      const { groupTitle, groupUuid, contractUuid, studentUuid } = need.waitingList
      return (
        <HomeRow
          start={clock}
          to={{ to: '/change-schedule', search: { contract: contractUuid, group: groupUuid } }}
          title={
            <Trans>
              Освободилось место в группе&nbsp;<SchoolText>{titleWithoutCourse(groupTitle, need.course)}</SchoolText>
            </Trans>
          }
          who={names([studentUuid])}
          due={<HeldUntil until={need.heldUntil} />}
          note={[groupTitle.startsWith(need.course) ? need.course : null]}
          action={
            <span className="block max-md:w-min">
              <Trans>Занять место</Trans>
            </span>
          }
        />
      )
    }
    case 'course': {
      const { courseTitle, courseUuid, groupUuid, studentUuid } = need.waitingList
      return (
        <HomeRow
          start={clock}
          to={{
            to: '/catalog/$id/purchase',
            params: { id: courseUuid },
            search: { child: studentUuid, group: groupUuid },
          }}
          title={
            <Trans>
              Закончите запись: <SchoolText>{courseTitle}</SchoolText>
            </Trans>
          }
          who={names([studentUuid])}
          due={<HeldUntil until={need.heldUntil} />}
          note={[]}
          action={<Trans>Продолжить</Trans>}
        />
      )
    }
    case 'answer': {
      const { uuid, student, subject, lastMessage } = need.ticket
      return (
        <HomeRow
          start="email"
          to={{ to: '/messages', search: { ticket: uuid } }}
          title={
            <Trans>
              Школа ответила: <SchoolText>{subject}</SchoolText>
            </Trans>
          }
          who={student?.firstName ?? ''}
          note={[lastMessage?.preview ?? null]}
          action={<Trans>Прочитать</Trans>}
        />
      )
    }
    case 'email':
      return (
        <HomeRow
          start="email"
          to={{ to: '/profile', search: { dialog: 'email' } }}
          title={<Trans>Укажите почту</Trans>}
          note={[t`по ней восстанавливают вход и получают письма школы`]}
          action={<Trans>Указать</Trans>}
        />
      )
    case 'unverified':
      return <UnverifiedRow channel={need.channel} />
    case 'signature': {
      const { uuid, program, student } = need.contract
      return (
        <HomeRow
          start="contract-neutral"
          to={{ to: '/contracts-and-payments/$id', params: { id: uuid }, search: { dialog: 'sign' } }}
          title={
            <Trans>
              Договор ждёт вашей подписи: <SchoolText>{program.title}</SchoolText>
            </Trans>
          }
          who={student.uuid === ownId ? '' : student.firstName}
          due={<Trans>до {dates.day(need.until)}</Trans>}
          note={[]}
          action={<Trans>Подписать</Trans>}
        />
      )
    }
    case 'return-account': {
      const { uuid, program, student } = need.contract
      const sum = formatMoney(need.sum, i18n.locale)
      return (
        <HomeRow
          start="wallet"
          to={{ to: '/contracts-and-payments/$id', params: { id: uuid }, search: { dialog: 'return-account' } }}
          title={<Trans>Укажите счёт: школа вернёт на него {sum}</Trans>}
          who={student.uuid === ownId ? '' : student.firstName}
          note={[program.title]}
          action={<Trans>Указать</Trans>}
        />
      )
    }
    case 'purchase': {
      const { groceryBasketUuid, course, student, group, keptUntil } = need.basket
      return (
        <HomeRow
          start="contract-neutral"
          to={{
            to: '/catalog/$id/purchase',
            params: { id: course.uuid },
            search: { child: student.uuid, basket: groceryBasketUuid },
          }}
          title={
            <Trans>
              Вы начали запись: <SchoolText>{course.title}</SchoolText>
            </Trans>
          }
          who={student.uuid === ownId ? '' : student.firstName}
          due={keptUntil && <Trans>место за вами до {dates.day(keptUntil)}</Trans>}
          note={[titleWithoutCourse(group.title, course.title)]}
          action={<Trans>Продолжить</Trans>}
        />
      )
    }
  }
}

/** In the words of the pages that the row leads to. */
function HeldUntil({ until }: { until: string }) {
  const deadline = useDeadlineText()
  return <Trans>место за вами до {deadline(until)}</Trans>
}
