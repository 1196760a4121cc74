import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#src/api/system.ts'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { useRoleGroups, useSessionSelector } from './use-session.ts'

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
        <Trans>Когда роль появится, выйдите и войдите снова.</Trans>
      </p>
    </>
  )
}

function SupportContacts() {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery())
  const name = useSessionSelector(({ context: { user } }) =>
    [user?.lastName, user?.firstName].filter(Boolean).join(' '),
  )
  const { SUPPORT_EMAIL = null, SUPPORT_PHONE = null } = config?.SYSTEM ?? {}
  const subject = encodeURIComponent(t`Роль в личном кабинете: ${name}`)
  const email = SUPPORT_EMAIL && (
    <TextLink href={`mailto:${SUPPORT_EMAIL}?subject=${subject}`}>{SUPPORT_EMAIL}</TextLink>
  )
  const phone = SUPPORT_PHONE && (
    <TextLink href={`tel:${SUPPORT_PHONE.replaceAll(/[^+\d]/g, '')}`}>{SUPPORT_PHONE}</TextLink>
  )
  if (email && phone) {
    return (
      <Trans>
        Напишите нам, кто вы: {email}, или позвоните: {phone}.
      </Trans>
    )
  }
  if (email) return <Trans>Напишите нам, кто вы: {email}.</Trans>
  if (phone) return <Trans>Позвоните нам и скажите, кто вы: {phone}.</Trans>
  return <Trans>Сообщите в школу, кто вы и с какой почтой входите.</Trans>
}
