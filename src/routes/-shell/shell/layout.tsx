import { useRouterState } from '@tanstack/react-router'
import type { Screen } from '#contract/screens.ts'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'
import { ReauthenticationLayer } from '#src/routes/-shell/account/reauthentication-layer.tsx'
import { AuthorizedPage } from './authorized-page.tsx'
import { BannerRow } from './banner-row.tsx'
import { ImpersonationNotice } from './impersonation-notice.tsx'
import { PageLayout, PlainLayout } from './page-layout.tsx'
import { PagePending } from './route-fallbacks.tsx'
import { Toasts } from './toasts.tsx'

/** Renders the layout of the matched route; a loading screen without one (S2). */
export function Layout() {
  const rule = useRouterState({ select: ({ matches }) => deepestRouteMetadata(matches) })
  return (
    <>
      <ImpersonationNotice />
      {rule === null ? <PagePending /> : <RouteLayout layout={rule.layout} name={rule.name} />}
      <ReauthenticationLayer />
      <Toasts />
    </>
  )
}

function RouteLayout({ layout, name }: Pick<Screen, 'layout' | 'name'>) {
  // Banners below a pending page would shift when it appears.
  const isHere = useRouterState({ select: ({ matches }) => matches.every(({ status }) => status === 'success') })
  if (layout === 'error' || layout === 'empty') {
    return (
      <PlainLayout layout={layout}>
        <AuthorizedPage />
      </PlainLayout>
    )
  }
  return (
    <PageLayout layout={layout}>
      <AuthorizedPage />
      {isHere && <BannerRow route={name} />}
    </PageLayout>
  )
}
