import { useLingui } from '@lingui/react/macro'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { MenuButton } from '#src/routes/-shell/lazy/menu-button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { useRoleGroups, useSession, useSessionSelector } from './use-session.ts'

/** Switches between the role groups of the user (S4). */
export function RoleSwitch() {
  const { t, i18n } = useLingui()
  const session = useSession()
  const groups = useRoleGroups()
  const chosen = useSessionSelector(({ context }) => context.roleGroup)
  if (chosen === null) return null
  const entries = groups.map((group) => ({
    key: group,
    title: i18n._(roleGroupLabels[group]),
    chosen: group === chosen,
    onSelect: () => session.send({ type: 'roleGroup.select', group }),
  }))
  return (
    <MenuButton variant="outlined" groups={[{ key: 'groups', label: t`Войти в кабинет как`, entries }]}>
      <VisuallyHidden>{t`Роль:`} </VisuallyHidden>
      {i18n._(roleGroupLabels[chosen])}
      <Icon name="arrow-down" size={16} />
    </MenuButton>
  )
}
