import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Locale } from '#contract/enumerations.ts'
import { type MenuAudience, type Screen, screens } from '#contract/screens.ts'
import { bannersQuery, footerQuery } from '#src/api/content.ts'
import { configQuery } from '#src/api/system.ts'
import { deepestRouteMetadata, isHomePage } from '#src/app/route-guard.ts'
import { ConsentNotice } from '#src/routes/-flow/home/consent-notice.tsx'
import { ButtonLink, RouterLink } from '#src/routes/-flow/router-link.tsx'
import { NewTicketLayer } from '#src/routes/-flow/tickets/new-ticket-layer.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useIsClosed } from '#src/routes/-query/use-is-closed.ts'
import { useHasSeveralRoleGroups, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { BannerCard } from '#src/ui/layout/banner-card.tsx'
import type { LayoutLabels } from '#src/ui/layout/layout-props.ts'
import { DefaultLayout, EmptyLayout, ErrorLayout, HeaderFooterLayout } from '#src/ui/layout/layouts.tsx'
import { PageBehind } from '#src/ui/overlay/page-behind.tsx'
import { AuthorizedPage } from './authorized-page.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { HeaderTools } from './finder/header-tools.tsx'
import { ImpersonationNotice } from './impersonation-notice.tsx'
import { NotificationBell } from './notification-center/notification-bell.tsx'
import { PrintHeader } from './print-header.tsx'
import { PagePending } from './route-fallbacks.tsx'
import { Toasts } from './toasts.tsx'
import { TrialNotice } from './trial-notice.tsx'
import { useMenu } from './use-menu.ts'
import { RoleSwitch, UserMenu } from './user-menu.tsx'

/** Renders the layout of the matched route; a loading screen without one (S2). */
export function Layout() {
  const rule = useRouterState({ select: ({ matches }) => deepestRouteMetadata(matches) })
  return (
    <>
      <PageBehind>
        <TrialNotice />
        <ImpersonationNotice />
        {rule === null ? <PagePending /> : <RouteLayout layout={rule.layout} name={rule.name} />}
      </PageBehind>
      <ReauthenticationLayer />
      <ConnectionLayer />
      <Toasts />
    </>
  )
}

function RouteLayout({ layout, name }: Pick<Screen, 'layout' | 'name'>) {
  // A banner below a pending page would shift when it appears.
  const isHere = useRouterState({ select: ({ matches }) => matches.every(({ status }) => status === 'success') })
  const isAdmin = useSessionSelector(({ context }) => context.roleGroup === 'admin')
  const isAdminHome = useRouterState({ select: ({ matches }) => isAdmin && isHomePage(matches) })
  if (layout === 'error' || layout === 'empty') {
    return (
      <PlainLayout layout={layout} name={name}>
        <AuthorizedPage />
      </PlainLayout>
    )
  }
  return (
    <PageLayout layout={layout}>
      <AuthorizedPage />
      {isHere && isAdminHome && (
        <div className="mt-base">
          <ConsentNotice />
        </div>
      )}
      {isHere && <PageBanner route={name} />}
      <NewTicketLayer />
    </PageLayout>
  )
}

const MenuDrawer = lazyComponent('menu-drawer', () => import('#src/ui/layout/menu-drawer.tsx'), 'MenuDrawer')

/** Layouts with header and footer. Signed-in users keep the side menu in the catalog too. */
function PageLayout({ layout, children }: { layout: 'default' | 'header-and-footer'; children: ReactNode }) {
  const { data: footer = null } = useQuery(footerQuery())
  const menu = useMenu()
  const labels = useLayoutLabels(menu?.some(({ links }) => links.some(({ unseen }) => unseen)) ?? false)
  const holdsSeveral = useHasSeveralRoleGroups()
  const isSignedIn = useSessionSelector(({ context }) => context.user !== null)
  const onToggleMenu = useRouteContext({ from: '__root__', select: (context) => context.toggleMenu })
  const Chosen = layout === 'default' || isSignedIn ? DefaultLayout : HeaderFooterLayout
  return (
    <Chosen
      labels={labels}
      Link={RouterLink}
      homeHref="/"
      menu={menu}
      onToggleMenu={onToggleMenu}
      MenuDrawer={MenuDrawer}
      footer={footer}
      userMenu={
        <>
          {isSignedIn && <HeaderTools />}
          {isSignedIn && <NotificationBell />}
          <UserMenu />
        </>
      }
      {...(holdsSeveral ? { roleSwitch: <RoleSwitch /> } : {})}
    >
      <PrintHeader school={labels.product} />
      {children}
    </Chosen>
  )
}

type PlainLayoutProps = Pick<Screen, 'name'> & { layout: 'error' | 'empty'; children: ReactNode }

/** Layouts without menu: `error` has a link to the home page, and for users one that signs out; `empty` has none. */
function PlainLayout({ layout, name, children }: PlainLayoutProps) {
  const { t } = useLingui()
  const labels = useBrandLabels()
  const isSignedIn = useSessionSelector(({ context }) => context.user !== null)
  if (layout === 'empty') return <EmptyLayout>{children}</EmptyLayout>
  return (
    <ErrorLayout
      labels={labels}
      Link={RouterLink}
      homeHref="/"
      signOut={isSignedIn && name !== 'logout' && <ButtonLink to="/logout" size="small">{t`Выйти`}</ButtonLink>}
    >
      {children}
    </ErrorLayout>
  )
}

function useLayoutLabels(hasUnseen: boolean): LayoutLabels {
  const { t } = useLingui()
  return {
    ...useBrandLabels(),
    skipToContent: t`К содержанию`,
    openMenu: hasUnseen ? t`Открыть меню, есть новое` : t`Открыть меню`,
    closeMenu: t`Закрыть меню`,
    collapseMenu: t`Свернуть меню`,
    expandMenu: t`Развернуть меню`,
    menu: t`Меню`,
    mainSections: t`Основные разделы`,
    more: t`Меню`,
    opensInNewTab: t`откроется в новой вкладке`,
    aboutSchool: t`Сайт школы и документы`,
  }
}

/** Name and logo of the school, or of the product where the school has configured none. */
function useBrandLabels(): Pick<LayoutLabels, 'product' | 'logoUrl' | 'home'> {
  const { t, i18n } = useLingui()
  const { data: school } = useQuery({ ...configQuery(), select: (config) => config.SCHOOL })
  const name = school?.NAME?.[i18n.locale as Locale]
  return {
    product: name ?? t`Личный кабинет`,
    logoUrl: school?.LOGO_URL ?? null,
    home: name ? t`${name}: личный кабинет, на главную` : t`Личный кабинет, на главную`,
  }
}

/** The first banner of a page, below its content. It never delays the page, its errors are not shown, and a refused page has none. */
function PageBanner({ route }: { route: string }) {
  const { data: banners = [] } = useQuery(bannersQuery())
  const audience = useSessionSelector(
    ({ context: { user, roleGroup } }): MenuAudience => (user === null ? 'visitor' : (roleGroup ?? 'none')),
  )
  const isClosed = useIsClosed()
  const isRefused = useRouterState({ select: ({ matches }) => matches[0]?.context.admitted?.isForOtherGroup ?? false })
  const banner = banners.find(
    ({ placement, url }) => placement.some((name) => name === route) && isLinkFor(audience, isClosed, url),
  )
  if (banner === undefined || isRefused) return null
  const { title, text, imageUrl, url } = banner
  return (
    // Content that replaces a skeleton moves it: until then it is not seen.
    <div className="mt-lg md:mt-xl [main:has([data-skeleton])_&]:invisible">
      <BannerCard title={title} text={text} imageUrl={imageUrl} href={url} Link={RouterLink} />
    </div>
  )
}

/**
 * False for the address of a screen that the person's menu leaves out: a teacher has no tax deduction, a guardian may have no
 * right that opens it.
 */
function isLinkFor(audience: MenuAudience, isClosed: (name: Screen['name']) => boolean, url: string | null): boolean {
  const linked = Object.values<Screen>(screens).find(({ address }) => url !== null && address === url)
  return linked === undefined || ((linked.audiences?.includes(audience) ?? true) && !isClosed(linked.name))
}

const TwoFactorDialog = lazyComponent(
  'two-factor-dialog',
  () => import('#src/routes/-flow/account/one-time-code/two-factor-dialog.tsx'),
  'TwoFactorDialog',
)

const InterruptedCallDialog = lazyComponent(
  'interrupted-call-dialog',
  () => import('#src/routes/-flow/account/one-time-code/interrupted-call-dialog.tsx'),
  'InterruptedCallDialog',
)

/** The two-factor dialog over the current page. A dialog that fails to load counts as not confirmed. */
function ReauthenticationLayer() {
  const reauthentication = useRouteContext({ from: '__root__', select: (context) => context.reauthentication })
  const { subscribe, isAsked, interruptedCall } = reauthentication
  const isOpen = useSyncExternalStore(subscribe, isAsked, isAsked)
  const interrupted = useSyncExternalStore(subscribe, interruptedCall, interruptedCall)
  if (isOpen) return <TwoFactorDialog onClose={() => reauthentication.answer(false)} />
  if (interrupted === null) return null
  return <InterruptedCallDialog call={interrupted} onClose={reauthentication.dismissInterruptedCall} />
}

function ConnectionLayer() {
  const connection = useRouteContext({ from: '__root__', select: (context) => context.connection })
  const { isOffline, dataFrom } = useSyncExternalStore(connection.subscribe, connection.read, connection.readOnServer)
  return isOffline && <ConnectionNotice dataFrom={dataFrom} />
}
