import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { RouterLink } from '#src/routes/-flow/router-link.tsx'
import { useMayOpen } from '#src/routes/-query/use-session.ts'
import { LinkTabs } from '#src/ui/data/link-tabs.tsx'
import { ChildSwitcher } from './child-switcher.tsx'

type ProgressSwitcherProps =
  | { current: 'progress'; child: string | undefined; onChoose: (child: string) => unknown }
  | { current: 'learning-progress' }

/** Leads between the progress of one child and of all children side by side; with one child, between both screens. */
export function ProgressSwitcher(props: ProgressSwitcherProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const chosenChild = useRouteContext({ from: '__root__', select: (context) => context.chosenChild })
  const mayOpenOverview = useMayOpen('learning-progress')
  const { data: people, isPending } = useQuery(childrenQuery())
  if (people === undefined && !isPending) return null
  if (people?.length === 1) return mayOpenOverview && <ScreenTabs current={props.current} />
  const isOverview = props.current === 'learning-progress'
  return (
    <ChildSwitcher
      legend={t`Чьи посещаемость и задания`}
      people={people}
      chosen={isOverview ? undefined : props.child}
      onChoose={
        isOverview ? (child) => navigate({ to: '/progress', search: { child } }) : (child) => props.onChoose(child)
      }
      {...(mayOpenOverview && {
        onChooseAll: () => {
          if (isOverview) return
          chosenChild.remember(null)
          return navigate({ to: '/learning-progress' })
        },
      })}
    />
  )
}

function ScreenTabs({ current }: { current: 'progress' | 'learning-progress' }) {
  const { t } = useLingui()
  return (
    <LinkTabs
      label={t`Посещаемость и задания`}
      Link={RouterLink}
      current={current}
      tabs={[
        { key: 'progress', href: '/progress', label: <Trans>По группам</Trans> },
        { key: 'learning-progress', href: '/learning-progress', label: <Trans>Обзор</Trans> },
      ]}
    />
  )
}
