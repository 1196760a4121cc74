import { Trans } from '@lingui/react/macro'
import { useSupportContacts } from '#src/routes/-flow/account/without-role.tsx'
import { useSignIn } from '#src/routes/-query/use-session.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { useVisitorKind } from './enrolment-context.ts'

/** How to enrol and whom to ask, for those who have not signed in. */
export function VisitorInvitation() {
  return useVisitorKind() === 'visitor' && <Invitation />
}

function Invitation() {
  return (
    <div className="mb-base md:mb-lg print:hidden">
      <Notice
        title={<Trans>Чтобы записаться на курс, войдите в кабинет</Trans>}
        action={
          <Button {...useSignIn()}>
            <Trans>Войти</Trans>
          </Button>
        }
      >
        <Contacts />
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
