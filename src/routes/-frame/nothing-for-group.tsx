import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RoleGroup } from '#contract/roles.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { roleGroupWords, useRoleGroups } from './use-role-groups.ts'
import { useSession } from './use-session.ts'

type NothingForGroupProps = {
  /** The groups that this page has something for. */
  fitting: readonly RoleGroup[]
  /** The page itself, to come back to after the switch. */
  page: '/schedule' | '/home-page'
  children: ReactNode
}

/** A page that has nothing to show for the selected role group offers another one that the person holds (D-8). */
export function NothingForGroup({ fitting, page, children }: NothingForGroupProps) {
  const { i18n } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const offered = useRoleGroups().filter((group) => fitting.includes(group))
  const switchTo = (group: RoleGroup) => {
    session.send({ type: 'roleGroup.select', group })
    // A switch opens the home of the group (S6); whoever switched here came for this page.
    void navigate({ to: page, replace: true })
  }
  return (
    <Card>
      <EmptyState
        icon="switch"
        title={<Trans>Для этой роли здесь ничего нет</Trans>}
        action={
          offered.length > 0 && (
            <div className="flex flex-wrap justify-center gap-xs">
              {offered.map((group) => (
                <Button key={group} variant="primary" onClick={() => switchTo(group)}>
                  <Trans>Открыть как {i18n._(roleGroupWords[group]).toLocaleLowerCase(i18n.locale)}</Trans>
                </Button>
              ))}
            </div>
          )
        }
      >
        {children}
      </EmptyState>
    </Card>
  )
}
