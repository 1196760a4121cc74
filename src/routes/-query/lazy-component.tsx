import { useLingui } from '@lingui/react/macro'
import { CatchBoundary, type ErrorComponentProps, useRouteContext } from '@tanstack/react-router'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useState,
  useSyncExternalStore,
} from 'react'
import { ChunkLoadError, loadChunk } from '#src/app/load-chunk.ts'
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx'
import { Spinner } from '#src/ui/feedback/skeleton.tsx'
import { nextPaint } from '#src/ui/next-paint.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { useSession } from './use-session.ts'

/** A component in a chunk of its own. `prefetch` loads the chunk on hover or focus and ignores failures. */
export type LazyComponent<Props> = ComponentType<Props> & {
  load: () => Promise<ComponentType<Props>>
  isLoaded: () => boolean
  prefetch: () => Promise<void>
}

type PropsOf<Component> = Component extends (props: infer Props extends object) => ReactNode ? Props : object

/**
 * Loads a dialog or a heavy part of a page late; never what the first render needs. If loading fails, the page stays: a
 * dialog closes (`onClose`) with a toast, another part shows an error in its place, and the next attempt loads again.
 * `fallback` is rendered while loading. A new `retryKey` tries again.
 */
export function lazyComponent<Module, Name extends keyof Module, Props extends object = PropsOf<Module[Name]>>(
  name: string,
  load: () => Promise<Module>,
  exportName: Name,
  fallback: (props: Props) => ReactNode = () => <LazyComponentPending />,
  retryKey: (props: Props) => string = () => 'part',
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  const fetch = retryableOnce(async () => {
    loaded = (await loadChunk(name, load))[exportName] as ComponentType<Props>
    return loaded
  })
  // A new one for every attempt: a lazy component that has failed stays failed.
  const create = () => loaded ?? lazy(async () => ({ default: await fetch() }))
  const isLoaded = () => loaded !== null
  const render = (props: Props) => (
    <LazyBoundary create={create} isLoaded={isLoaded} fallback={fallback} retryKey={retryKey} props={props} />
  )
  const prefetch = async () => {
    // A press may follow at once: starting requests would delay its answer.
    await nextPaint(window)
    await fetch().catch(() => undefined)
  }
  return Object.assign(render, { load: fetch, isLoaded, prefetch })
}

type LazyBoundaryProps<Props> = {
  create: () => ComponentType<Props>
  isLoaded: () => boolean
  fallback: (props: Props) => ReactNode
  retryKey: (props: Props) => string
  props: Props
}

function LazyBoundary<Props extends object>({ create, isLoaded, fallback, retryKey, props }: LazyBoundaryProps<Props>) {
  const session = useSession()
  const reportChunkError = useReportChunkError()
  const [Part, setPart] = useState(create)
  // The server and the hydration render the fallback, unless the page's loader awaits the chunk; nothing of a dialog.
  const isHydrating = useSyncExternalStore(subscribeToNothing, clientSnapshot, serverSnapshot)
  const { onClose }: { onClose?: () => void } = props
  // The browser paints the answer to the press before a dialog is rendered, which takes longer than a frame. The boundary
  // is there already when the dialog waits for its chunk: React delays what follows a new fallback by 300 ms.
  const isReady = useDeferredValue(true, !onClose)
  const onCatch = (error: unknown) => {
    if (!(error instanceof ChunkLoadError)) return
    setPart(create)
    if (!onClose) return session.send({ type: 'chunk.failed' })
    reportChunkError(error)
    onClose()
  }
  if (isHydrating && onClose) return null
  if (isHydrating && !isLoaded()) return fallback(props)
  return (
    <CatchBoundary
      getResetKey={() => retryKey(props)}
      errorComponent={onClose ? Nothing : LazyComponentError}
      onCatch={onCatch}
    >
      <Suspense fallback={fallback(props)}>{isReady ? <Part {...props} /> : fallback(props)}</Suspense>
    </CatchBoundary>
  )
}

const subscribeToNothing = () => () => undefined
const clientSnapshot = () => false
const serverSnapshot = () => true

/** Shows a toast about a chunk that did not load. */
export function useReportChunkError(): (error: unknown) => void {
  return useRouteContext({ from: '__root__', select: ({ reportChunkError }) => reportChunkError })
}

function Nothing({ error }: ErrorComponentProps) {
  if (!(error instanceof ChunkLoadError)) throw error
  return null
}

function LazyComponentError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const session = useSession()
  if (!(error instanceof ChunkLoadError)) throw error
  if (!error.canRetry) {
    const reload = () => session.send({ type: 'page.reload' })
    return (
      <ErrorBlock title={t`Не удалось загрузить`} retryLabel={t`Обновить страницу`} onRetry={reload}>
        {t`Обновите страницу. Если ошибка повторится, напишите в поддержку.`}
      </ErrorBlock>
    )
  }
  return (
    <ErrorBlock title={t`Не удалось загрузить`} retryLabel={t`Попробовать снова`} onRetry={reset}>
      {t`Проверьте подключение к интернету и попробуйте ещё раз.`}
    </ErrorBlock>
  )
}

/** Spinner over the page while a dialog loads; invisible for the first 200 ms. */
function LazyComponentPending() {
  const { t } = useLingui()
  return (
    <div role="status" className="animate-fade-in-delayed pointer-events-none fixed inset-0 m-auto size-fit">
      <Spinner />
      <VisuallyHidden>{t`Загружаем…`}</VisuallyHidden>
    </div>
  )
}

/** Caches the promise of `make` until it fails. */
function retryableOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
