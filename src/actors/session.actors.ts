import { safeReturnPath } from '#contract/auth/return-path.ts'
import { signInFailureAddress } from '#contract/auth/sign-in-failures.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { type ApiError, isUnreached, toResult, toSessionEvent } from '#src/api/api-error.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import type { ApiClient } from '#src/api/http.ts'
import { clearPersonalData } from '#src/api/query-cache.ts'
import { configQuery, menuQuery } from '#src/api/system.ts'
import { roleGroupDependentKeys } from '#src/api/unseen.ts'
import { ChunkLoadError, reloadIfNewVersion } from '#src/app/load-chunk.ts'
import { onAppEvent } from '#src/app/window-events.ts'
import { sessionMachine } from '#src/machines/session.ts'
import type {
  CrossTabMessage,
  ImpersonationRequest,
  SessionEvent,
  SignedInUser,
  User,
} from '#src/machines/setups/session-setup.ts'
import { provideFormPersistence } from '#src/storage/form-persistence.ts'
import {
  acceptsCookies,
  adminPanelReturnUrl,
  recallRoleGroup,
  saveAdminPanelSearch,
  saveRoleGroup,
} from '#src/storage/preferences.ts'
import { type AppDependencies, createLazyProvider, type FlowDependencies } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'
import { createReauthentication, retryAfterReauthentication } from './reauthentication.ts'
import { signInFailureOf } from './sign-in-failure.ts'

export type AppActors = ReturnType<typeof provideApp>

/** Provides the session machine, and what the actors of pages and dialogs need. */
export function provideApp(dependencies: AppDependencies) {
  const { browser, isAttached, http: rawHttp, queryClient, navigate, history, session, notifications } = dependencies
  const http = rawHttp as ApiClient
  const reauthentication = createReauthentication(provideFormPersistence({ browser, session }))
  /** `http` that opens the two-factor dialog on `two-factor-required`. */
  const reauthenticatedHttp = retryAfterReauthentication(reauthentication, rawHttp)
  let otherTabs: BroadcastChannel | null = null
  let isLeaving = false

  const replacePage = (_: unknown, { location: target }: { location: string | null }) => {
    if (target === null) return
    isLeaving = true
    browser().location.replace(target)
  }
  const flowDependencies: FlowDependencies = {
    browser,
    queryClient,
    navigate,
    history,
    session,
    notifications,
    http,
    reauthenticatedHttp: reauthenticatedHttp as ApiClient,
    reauthentication,
    report,
    replacePage,
  }

  /** Sends the session event for a failed call. */
  function report(error: Error): void {
    const event: SessionEvent | null = toSessionEvent(error)
    if (event !== null && isAttached()) session().send(event)
  }

  /** Forwards messages of other tabs and events of the window to the session machine (D-5). */
  function listenToBrowser(window: Window & typeof globalThis): void {
    otherTabs = openChannel(window)
    otherTabs?.addEventListener('message', ({ data }: MessageEvent<CrossTabMessage>) => session().send(data))
    onAppEvent(window, 'profile-reload', () => session().send({ type: 'profile.changed' }))
    window.addEventListener('pageshow', ({ persisted }) => persisted && session().send({ type: 'page.restored' }))
  }

  /** Reports a dialog, menu or language whose chunk did not load: a toast, and a check for a new release. */
  const reportChunkError = (error: unknown) => {
    const isBroken = error instanceof ChunkLoadError && !error.canRetry
    session().send({ type: 'chunk.failed' })
    notifications.send({
      type: 'notification.show',
      kind: isBroken ? 'chunkBroken' : 'chunkNotLoaded',
      tone: 'error',
    })
  }

  return {
    session: provideSession(dependencies, {
      http,
      reauthenticatedHttp: flowDependencies.reauthenticatedHttp,
      report,
      replacePage,
      notifyOtherTabs: (message) => otherTabs?.postMessage(message),
    }),
    provideLazily: createLazyProvider(flowDependencies),
    reauthentication,
    reauthenticatedHttp,
    ...createBrowserCommands(dependencies),
    reportChunkError,
    report,
    listenToBrowser,
    /** Whether another document is being opened in place of this one. */
    isLeaving: () => isLeaving,
  }
}

type SessionDependencies = Pick<FlowDependencies, 'http' | 'reauthenticatedHttp' | 'report' | 'replacePage'> & {
  notifyOtherTabs: (message: CrossTabMessage) => void
}

/** Actors and actions of the session machine. */
function provideSession(
  { browser, isAttached, queryClient, navigate, notifications, cachedUser }: AppDependencies,
  { http, reauthenticatedHttp, report, replacePage, notifyOtherTabs }: SessionDependencies,
) {
  const here = () => {
    const { pathname, search, hash } = browser().location
    return pathname + search + hash
  }
  const showBroken = () => {
    if (browser().location.pathname !== '/500') navigate('/500', { replace: true, from: here() })
  }
  const openHome = () => navigate('/', { replace: true })

  return sessionMachine.provide({
    actors: {
      loadConfig: promiseActor<void>(async () => {
        await queryClient.fetchQuery(configQuery()).catch((error: ApiError) => {
          if (!isUnreached(error) || queryClient.getQueryData(configQuery().queryKey) === undefined) throw error
        })
      }),
      loadUser: promiseActor<SignedInUser>(async () => {
        const { answer, error } = await toResult(http('GET /v1/profile'))
        if (answer !== null) return { user: answer, rememberedGroup: recallRoleGroup(answer.id) }
        if (error.status === 401) return null
        if (isUnreached(error) && cachedUser !== null)
          return { user: cachedUser, rememberedGroup: recallRoleGroup(cachedUser.id) }
        throw error
      }),
      requestSignIn: promiseActor<string | null, { returnTo: string | undefined }>(async ({ input }) => {
        const from_url = safeReturnPath(input.returnTo ?? here(), browser().location.origin)
        if (!acceptsCookies(browser().navigator)) {
          navigate('/403?without=cookies', { replace: true, from: from_url })
          return null
        }
        const { answer, error } = await toResult(
          http('GET /v1/auth/redirect-to-oauth-provider', { query: { from_url } }),
        )
        if (error !== null) {
          if (error.problem?.reason === undefined) report(error)
          else navigate(signInFailureAddress(signInFailureOf(error)), { replace: true, from: from_url })
          throw error
        }
        return answer.location || null
      }),
      startImpersonation: promiseActor<void, ImpersonationRequest>(async ({ input }) => {
        const { error } = await toResult(reauthenticatedHttp('POST /v1/admin/auth/login-as', { body: input }))
        if (error === null) return saveAdminPanelSearch(browser())
        // Another tab has already switched the user or signed out.
        if (error.status === 401 || error.type === 'session-changed') report(error)
        throw error
      }),
      endImpersonation: promiseActor<void>(async () => {
        const { error } = await toResult(http('POST /v1/admin/auth/logout-as'))
        const isOverAlready = error?.status === 401 || error?.status === 409
        if (error !== null && !isOverAlready) throw error
      }),
    },
    actions: {
      rememberRoleGroup: (_, { user, group }: { user: User | null; group: RoleGroup | null }) => {
        if (user !== null) saveRoleGroup(user.id, group, browser().location.hostname)
      },
      notifyOtherTabs: (_, message) => notifyOtherTabs(message),
      replacePage,
      forgetData: () => {
        const config = queryClient.getQueryData(configQuery().queryKey)
        queryClient.clear()
        queryClient.setQueryData(configQuery().queryKey, config)
      },
      forgetPerson: () => clearPersonalData(queryClient),
      reloadPage: () => browser().location.reload(),
      reloadIfReleased: () => void reloadIfNewVersion(browser()),
      refreshMenu: () => {
        void queryClient.invalidateQueries({ queryKey: menuQuery().queryKey })
        for (const queryKey of roleGroupDependentKeys) void queryClient.resetQueries({ queryKey })
      },
      // Contracts contain the name of the student.
      refreshNames: () => void queryClient.invalidateQueries({ queryKey: contractsQuery().queryKey }),
      openHome,
      openAdminPanel: (_, { userId }) => navigate(adminPanelReturnUrl(browser(), userId)),
      showForbidden: () => navigate('/403', { replace: true, from: here() }),
      showBroken,
      notifySignInFailed(_, { failure }) {
        // Where cookies are blocked, the 403 page says what to allow.
        if (!isAttached() || !acceptsCookies(browser().navigator)) return
        notifications.send({ type: 'notification.show', kind: 'signInFailed', tone: 'error', failure })
      },
      notifyEndFailed: () =>
        notifications.send({ type: 'notification.show', kind: 'endImpersonationFailed', tone: 'error' }),
      notifyNotRenewed: () =>
        notifications.send({ type: 'notification.show', kind: 'profileNotRenewed', tone: 'error' }),
    },
  })
}

/** What pages ask of the browser. */
function createBrowserCommands({ browser, notifications }: Pick<AppDependencies, 'browser' | 'notifications'>) {
  return {
    openExternal: (address: string) => browser().location.assign(address),
    /** Copies a text to the clipboard; false, and a notification, if the clipboard is missing or denied. */
    async copyText(text: string): Promise<boolean> {
      try {
        await browser().navigator.clipboard.writeText(text)
        return true
      } catch {
        notifications.send({ type: 'notification.show', kind: 'textNotCopied', tone: 'info' })
        return false
      }
    },
    printPage: () => browser().print(),
  }
}

/** Null where cookies are blocked: Firefox throws then, and other tabs learn of a sign-out at their next call. */
function openChannel(window: Window & typeof globalThis): BroadcastChannel | null {
  try {
    return new window.BroadcastChannel('personal-account')
  } catch {
    return null
  }
}
