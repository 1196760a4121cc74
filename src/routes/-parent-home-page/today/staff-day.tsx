import { Trans, useLingui } from '@lingui/react/macro'
import { knownRoles, rolesInGroup } from '#contract/roles.ts'
import { roleLabels } from '#src/i18n/role-labels.ts'
import { useSupportContacts } from '#src/routes/-flow/account/without-role.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { EventsBlock } from '#src/routes/-parent-home-page/events-block.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Card } from '#src/ui/layout/card.tsx'

/** Staff whose roles do not open the admin panel: what they may open, and whom to ask. */
export function StaffDay() {
  const { t, i18n } = useLingui()
  const user = useSessionSelector(({ context }) => context.user)
  const names = rolesInGroup(knownRoles(user?.roles ?? []), 'admin').map((role) => i18n._(roleLabels[role]))
  const { email, phone } = useSupportContacts()
  return (
    <div className="grid items-start gap-lg lg:grid-cols-2">
      <Card title={t`Ваш доступ`}>
        <div className="flex max-w-text flex-col gap-sm">
          <p>
            <Trans>Ваша роль: {names.join(', ')}. Она открывает каталог курсов, мероприятия и ваш профиль.</Trans>
          </p>
          <p className="text-ink-muted">
            {email || phone ? (
              <Trans>
                Если для работы нужно больше, обратитесь в поддержку: {email} {phone}
              </Trans>
            ) : (
              <Trans>Если для работы нужно больше, попросите администратора школы добавить роль.</Trans>
            )}
          </p>
          <div className="flex flex-wrap gap-xs">
            <ButtonLink to="/catalog">
              <Trans>Открыть каталог</Trans>
            </ButtonLink>
            <ButtonLink to="/profile">
              <Trans>Открыть профиль</Trans>
            </ButtonLink>
          </div>
        </div>
      </Card>
      <EventsBlock />
    </div>
  )
}
