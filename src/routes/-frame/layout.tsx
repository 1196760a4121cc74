import { useRouterState } from '@tanstack/react-router'
import { deepestRule, type RouteRule } from '#src/admission.ts'
import { AdmittedPage } from './admitted-page.tsx'
import { BannerRow } from './banner-row.tsx'
import { ConfirmationLayer } from './confirmation.tsx'
import { Frame, Plain } from './frame.tsx'
import { ImpersonationNotice } from './impersonation-notice.tsx'
import { PagePending } from './page-faces.tsx'
import { Toasts } from './toasts.tsx'

/** Draws the layout that the matched route names; with none, a loading screen (S2). */
export function Layout() {
  const rule = useRouterState({ select: ({ matches }) => deepestRule(matches) })
  return (
    <>
      <ImpersonationNotice />
      {rule === null ? <PagePending /> : <Arranged layout={rule.layout} name={rule.name} />}
      <ConfirmationLayer />
      <Toasts />
    </>
  )
}

function Arranged({ layout, name }: Pick<RouteRule, 'layout' | 'name'>) {
  // Below a page that is still to come, the banners would be pushed away by it.
  const isHere = useRouterState({ select: ({ matches }) => matches.every(({ status }) => status === 'success') })
  if (layout === 'error' || layout === 'empty') {
    return (
      <Plain layout={layout}>
        <AdmittedPage />
      </Plain>
    )
  }
  return (
    <Frame layout={layout}>
      <AdmittedPage />
      {isHere && <BannerRow route={name} />}
    </Frame>
  )
}
