import { useLingui } from '@lingui/react/macro'
import { CatchBoundary, type ErrorComponentProps, useRouteContext } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { ChunkLoadError, loadChunk } from '#src/app/load-chunk.ts'
import { useSession } from '#src/routes/-shell/account/use-session.ts'
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** A component in a chunk of its own. `prefetch` loads the chunk on hover or focus and ignores failures. */
export type LazyComponent<Props> = ComponentType<Props> & {
  load: () => Promise<ComponentType<Props>>
  prefetch: () => Promise<void>
}

/**
 * The only way besides a page to load code late: for a dialog, or a heavy part that most visits do not need; never for
 * what the first render needs. After a failure the page stays usable: a dialog is closed (`onClose`) with a toast, any
 * other part shows an error in its place, and the next try loads again. `busy` renders the pending state.
 */
export function lazyComponent<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  busy: (props: Props) => ReactNode = () => <LazyComponentPending />,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  const fetch = retryableOnce(async () => {
    loaded = await loadChunk(name, load)
    return loaded
  })
  // A new one for every try: a lazy component that has failed stays failed.
  const begin = () => loaded ?? lazy(async () => ({ default: await fetch() }))
  const isLoaded = () => loaded !== null
  const render = (props: Props) => <LazyBoundary begin={begin} isLoaded={isLoaded} busy={busy} props={props} />
  const prefetch = async () => void (await fetch().catch(() => undefined))
  return Object.assign(render, { load: fetch, prefetch })
}

type LazyBoundaryProps<Props> = {
  begin: () => ComponentType<Props>
  isLoaded: () => boolean
  busy: (props: Props) => ReactNode
  props: Props
}

function LazyBoundary<Props extends object>({ begin, isLoaded, busy, props }: LazyBoundaryProps<Props>) {
  const session = useSession()
  const reportChunkError = useReportChunkError()
  const [Part, setPart] = useState(begin)
  // The server and hydration render the pending state, unless the loader of the page waits for the part on both sides;
  // of a dialog they render nothing.
  const isServerRendered = useSyncExternalStore(subscribeToNothing, clientSnapshot, serverSnapshot)
  const { onClose }: { onClose?: () => void } = props
  const handleError = (error: unknown) => {
    if (!(error instanceof ChunkLoadError)) return
    setPart(begin)
    if (!onClose) return session.send({ type: 'chunk.failed' })
    reportChunkError(error)
    onClose()
  }
  if (isServerRendered && onClose) return null
  if (isServerRendered && !isLoaded()) return busy(props)
  return (
    <CatchBoundary
      getResetKey={() => 'part'}
      errorComponent={onClose ? Nothing : LazyComponentError}
      onCatch={handleError}
    >
      <Suspense fallback={busy(props)}>
        <Part {...props} />
      </Suspense>
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

/** Shown over the page while a dialog loads, after a delay. */
function LazyComponentPending() {
  const { t } = useLingui()
  return (
    <div role="status" className="animate-fade-in-delayed pointer-events-none fixed inset-0 grid place-items-center">
      <Spinner />
      <VisuallyHidden>{t`Загружаем…`}</VisuallyHidden>
    </div>
  )
}

/** Runs `make` at the first call, and again only after a failure. The promise stays the same, for React's `use`. */
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
