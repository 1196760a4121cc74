import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '#src/api/system.ts'
import { useRoleGroups, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { TextLink } from '#src/ui/data/text-link.tsx'

/** Whether a signed-in user has no role yet. */
export function useIsWithoutRole(): boolean {
  const isSignedIn = useSessionSelector(({ context }) => context.user !== null)
  return useRoleGroups().length === 0 && isSignedIn
}

/** Instructions and contacts for a user without a role. */
export function WithoutRole() {
  return (
    <>
      <p>
        <Trans>
          Договоры, расписание и журнал открываются вместе с ролью: родителя, ученика или преподавателя. Роль даёт
          школа.
        </Trans>
      </p>
      <p className="mt-xs">
        <SupportContacts />
      </p>
      <p className="mt-xs">
        <Trans>
          Второй родитель или школа дали вам код?{' '}
          <Link to="/profile" search={{ dialog: 'pairing' }} className="text-ink-link underline">
            Введите его в профиле
          </Link>
          .
        </Trans>
      </p>
      <p className="mt-xs">
        <Trans>Когда роль появится, выйдите и войдите снова.</Trans>
      </p>
    </>
  )
}

/** Links to the contacts of the support and the site of the school, where they are configured. */
export function useSupportContacts(subject = '') {
  const { data: config } = useQuery(configQuery())
  const { SUPPORT_EMAIL: email = null, SUPPORT_PHONE: phone = null, WEB_BASE_URL: site = '' } = config?.SYSTEM ?? {}
  return {
    email: email && (
      <TextLink href={`mailto:${email}${subject && `?subject=${encodeURIComponent(subject)}`}`}>{email}</TextLink>
    ),
    phone: phone && (
      <TextLink href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
        <span className="whitespace-nowrap">{phone}</span>
      </TextLink>
    ),
    site: site !== '' && <TextLink href={site}>{site.replace(/^https?:\/\//, '')}</TextLink>,
  }
}

/** A link to the site of this identity provider, by default of the only one; null if it is unknown. */
export function useSignInOrigin(provider?: string) {
  const { data: config } = useQuery(configQuery())
  const origins = config?.SYSTEM.SIGN_IN_ORIGINS ?? {}
  const [only, ...others] = Object.values(origins)
  const origin = provider === undefined ? (others.length === 0 ? only : undefined) : origins[provider]
  return origin === undefined ? null : <TextLink href={origin}>{origin.replace(/^https?:\/\//, '')}</TextLink>
}

function SupportContacts() {
  const { t } = useLingui()
  const name = useSessionSelector(({ context: { user } }) =>
    [user?.lastName, user?.firstName].filter(Boolean).join(' '),
  )
  const { email, phone, site } = useSupportContacts(t`Роль в личном кабинете: ${name}`)
  if (email && phone) {
    return (
      <Trans>
        Напишите нам, кто вы: {email}, или позвоните: {phone}.
      </Trans>
    )
  }
  if (email) return <Trans>Напишите нам, кто вы: {email}.</Trans>
  if (phone) return <Trans>Позвоните нам и скажите, кто вы: {phone}.</Trans>
  if (site) {
    return <Trans>Сообщите в школу, кто вы и с какой почтой входите. Контакты школы — на её сайте: {site}.</Trans>
  }
  return <Trans>Сообщите в школу, кто вы и с какой почтой входите.</Trans>
}
