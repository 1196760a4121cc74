import { Trans } from '@lingui/react/macro'
import { useSupportContacts } from '#src/routes/-flow/account/without-role.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { useVisitorKind } from './enrolment-context.ts'

/** How to enrol and whom to ask, for those who have not signed in; the button is in the header. */
export function VisitorInvitation() {
  return useVisitorKind() === 'visitor' && <Invitation />
}

/** The way of those without an account in one line, for the first screen of a phone. */
export function VisitorLine() {
  return useVisitorKind() === 'visitor' && <Line />
}

function Line() {
  const { email, phone } = useSupportContacts()
  if (!phone && !email) return null
  return (
    <p className="text-sm text-ink-muted print:hidden">
      {phone ? <Trans>Нет кабинета? Позвоните: {phone}</Trans> : <Trans>Нет кабинета? Напишите: {email}</Trans>}
    </p>
  )
}

function Invitation() {
  return (
    <div className="mb-base md:mb-lg print:hidden">
      <Notice>
        {/* One line where there is room. */}
        <div className="flex flex-wrap gap-x-sm">
          <p className="font-strong">
            <Trans>Чтобы записаться на курс, войдите в кабинет</Trans>
          </p>
          <p>
            <Contacts />
          </p>
        </div>
      </Notice>
    </div>
  )
}

function Contacts() {
  const { email, phone, site } = useSupportContacts()
  if (email && phone) {
    return (
      <Trans>
        Нет кабинета или остались вопросы? Позвоните в школу: {phone}, или напишите: {email}.
      </Trans>
    )
  }
  if (phone) return <Trans>Нет кабинета или остались вопросы? Позвоните в школу: {phone}.</Trans>
  if (email) return <Trans>Нет кабинета или остались вопросы? Напишите в школу: {email}.</Trans>
  if (site) return <Trans>Нет кабинета или остались вопросы? Контакты школы — на её сайте: {site}.</Trans>
  return <Trans>Нет кабинета или остались вопросы? Обратитесь в школу.</Trans>
}
