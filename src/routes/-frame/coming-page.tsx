import { useLingui } from '@lingui/react/macro'
import type { RouteName } from '#contract/enumerations.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'

/** A page that is not built yet says so, under its own title. */
export function ComingPage({ name, icon, children }: { name: RouteName; icon: IconName; children: string }) {
  const { t } = useLingui()
  const title = useTitle()
  return (
    <>
      <PageHeading>{title(name)}</PageHeading>
      <Card>
        <EmptyState icon={icon} title={t`Этот раздел ещё готовится`}>
          {children}
        </EmptyState>
      </Card>
    </>
  )
}
