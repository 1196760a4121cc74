import { Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useMayWrite } from '#src/routes/-query/use-session.ts'
import { useSupportContacts } from './without-role.tsx'

/** How to reach the school from an error page: its contacts, and a message for those who may write one. */
export function ErrorHelp() {
  const { t } = useLingui()
  const { email, phone, site } = useSupportContacts()
  const mayWrite = useMayWrite()
  const failedPage = useRouterState({ select: ({ location }) => location.href })
  return (
    <p className="text-base">
      {contactSentence(email, phone, site)}
      {mayWrite && (
        <>
          {' '}
          <ScreenLink
            to="/messages"
            search={{ tickets: 'new' }}
            state={{ failedPage }}
          >{t`Написать сообщение`}</ScreenLink>
        </>
      )}
    </p>
  )
}

function contactSentence(email: ReactNode, phone: ReactNode, site: ReactNode) {
  if (email && phone) {
    return (
      <Trans>
        Нужна помощь? Позвоните в школу: {phone}, или напишите: {email}.
      </Trans>
    )
  }
  if (phone) return <Trans>Нужна помощь? Позвоните в школу: {phone}.</Trans>
  if (email) return <Trans>Нужна помощь? Напишите в школу: {email}.</Trans>
  if (site) return <Trans>Нужна помощь? Обратитесь в школу, её контакты на сайте {site}.</Trans>
  return <Trans>Нужна помощь? Обратитесь в школу.</Trans>
}
