import { useLingui } from '@lingui/react/macro'
import { CatchBoundary, type ErrorComponentProps, useRouteContext } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { ChunkLoadError, loadChunk } from '#src/app/lazy-page.ts'
import { useSession } from '#src/routes/-shell/account/use-session.ts'
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/**
 * A part in a chunk of its own: `<Part … />` draws it, `Part.warm()` fetches it at the first sign of intent and says, as
 * soon as that is known, whether it is here.
 */
export type LazyComponent<Props> = ComponentType<Props> & { warm: () => Promise<boolean> }

/**
 * The one way besides a page to load late: for a dialog, or a heavy part that most visits do without; never for what
 * the first draw needs. A part that cannot be had leaves its page standing: a dialog is closed (`onClose`) with a word
 * about it, any other part says so in its place, and the next try fetches anew.
 * `busy` is what stands there meanwhile; of a dialog, a sign that it is on its way.
 */
export function lazyComponent<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  busy: (props: Props) => ReactNode = () => <LazyComponentPending />,
): LazyComponent<Props> {
  let arrived: ComponentType<Props> | null = null
  const fetch = retryableOnce(async () => {
    arrived = await loadChunk(name, load)
    return arrived
  })
  // Another one for every try: a lazy component that has failed stays failed.
  const begin = () => arrived ?? lazy(async () => ({ default: await fetch() }))
  const isHere = () => arrived !== null
  const draw = (props: Props) => <LazyBoundary begin={begin} isHere={isHere} busy={busy} props={props} />
  const warm = () =>
    fetch().then(
      () => true,
      () => false,
    )
  return Object.assign(draw, { warm })
}

type LazyBoundaryProps<Props> = {
  begin: () => ComponentType<Props>
  isHere: () => boolean
  busy: (props: Props) => ReactNode
  props: Props
}

function LazyBoundary<Props extends object>({ begin, isHere, busy, props }: LazyBoundaryProps<Props>) {
  const session = useSession()
  const reportLostChunk = useReportChunkError()
  const [Part, setPart] = useState(begin)
  // Late is the browser's: painted is what stands in for a part, unless the page's loader waits for it on both sides;
  // of a dialog nothing.
  const isPainted = useSyncExternalStore(subscribeToNothing, clientSnapshot, serverSnapshot)
  const { onClose }: { onClose?: () => void } = props
  const tell = (error: unknown) => {
    if (!(error instanceof ChunkLoadError)) return
    setPart(begin)
    if (!onClose) return session.send({ type: 'chunk.failed' })
    reportLostChunk()
    onClose()
  }
  if (isPainted && onClose) return null
  if (isPainted && !isHere()) return busy(props)
  return (
    <CatchBoundary getResetKey={() => 'part'} errorComponent={onClose ? Nothing : LazyComponentError} onCatch={tell}>
      <Suspense fallback={busy(props)}>
        <Part {...props} />
      </Suspense>
    </CatchBoundary>
  )
}

const subscribeToNothing = () => () => undefined
const clientSnapshot = () => false
const serverSnapshot = () => true

/** A toast says that a part was lost. */
export function useReportChunkError(): () => void {
  return useRouteContext({ from: '__root__', select: ({ reportLostChunk }) => reportLostChunk })
}

function Nothing({ error }: ErrorComponentProps) {
  if (!(error instanceof ChunkLoadError)) throw error
  return null
}

function LazyComponentError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  if (!(error instanceof ChunkLoadError)) throw error
  return (
    <ErrorBlock title={t`Не удалось загрузить`} retryLabel={t`Попробовать снова`} onRetry={reset}>
      {t`Проверьте подключение к интернету и попробуйте ещё раз.`}
    </ErrorBlock>
  )
}

/** Over the page while a dialog is on its way; what comes quickly never shows it. */
function LazyComponentPending() {
  const { t } = useLingui()
  return (
    <div role="status" className="animate-fade-in-delayed pointer-events-none fixed inset-0 grid place-items-center">
      <Spinner />
      <VisuallyHidden>{t`Загружаем…`}</VisuallyHidden>
    </div>
  )
}

/** Makes a thing at the first wish, and again only when that failed. The promise stays the same one, for React's `use`. */
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
