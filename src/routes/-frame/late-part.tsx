import { useLingui } from '@lingui/react/macro'
import { CatchBoundary, type ErrorComponentProps, useRouteContext } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { ChunkFailure, loadChunk } from '#src/lazy-page.ts'
import { FailedBlock } from '#src/ui/failed-block.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { useSession } from './use-session.ts'

/**
 * A part in a chunk of its own: `<Part … />` draws it, `Part.warm()` fetches it at the first sign of intent and says, as
 * soon as that is known, whether it is here.
 */
export type LatePart<Props> = ComponentType<Props> & { warm: () => Promise<boolean> }

/**
 * The one way besides a page to load late: for a dialog, or a heavy part that most visits do without; never for what
 * the first draw needs. A part that cannot be had leaves its page standing: a dialog is closed (`onClose`) with a word
 * about it, any other part says so in its place, and the next try fetches anew.
 * `busy` is what stands there meanwhile; of a dialog, a sign that it is on its way.
 */
export function latePart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  busy: (props: Props) => ReactNode = () => <LateBusy />,
): LatePart<Props> {
  let arrived: ComponentType<Props> | null = null
  const fetch = once(async () => {
    arrived = await loadChunk(name, load)
    return arrived
  })
  // Another one for every try: a lazy component that has failed stays failed.
  const begin = () => arrived ?? lazy(async () => ({ default: await fetch() }))
  const isHere = () => arrived !== null
  const draw = (props: Props) => <Bounded begin={begin} isHere={isHere} busy={busy} props={props} />
  const warm = () =>
    fetch().then(
      () => true,
      () => false,
    )
  return Object.assign(draw, { warm })
}

type BoundedProps<Props> = {
  begin: () => ComponentType<Props>
  isHere: () => boolean
  busy: (props: Props) => ReactNode
  props: Props
}

function Bounded<Props extends object>({ begin, isHere, busy, props }: BoundedProps<Props>) {
  const session = useSession()
  const tellLost = useTellLost()
  const [Part, setPart] = useState(begin)
  // Late is the browser's: painted is what stands in for a part, unless the page's loader waits for it on both sides;
  // of a dialog nothing.
  const isPainted = useSyncExternalStore(still, isTakenOver, isNotYet)
  const { onClose }: { onClose?: () => void } = props
  const tell = (error: unknown) => {
    if (!(error instanceof ChunkFailure)) return
    setPart(begin)
    if (!onClose) return session.send({ type: 'chunk.failed' })
    tellLost()
    onClose()
  }
  if (isPainted && onClose) return null
  if (isPainted && !isHere()) return busy(props)
  return (
    <CatchBoundary getResetKey={() => 'part'} errorComponent={onClose ? Nothing : PartFailed} onCatch={tell}>
      <Suspense fallback={busy(props)}>
        <Part {...props} />
      </Suspense>
    </CatchBoundary>
  )
}

const still = () => () => undefined
const isTakenOver = () => false
const isNotYet = () => true

/** A toast says that a part was lost. */
export function useTellLost(): () => void {
  return useRouteContext({ from: '__root__', select: ({ tellLost }) => tellLost })
}

function Nothing({ error }: ErrorComponentProps) {
  if (!(error instanceof ChunkFailure)) throw error
  return null
}

function PartFailed({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  if (!(error instanceof ChunkFailure)) throw error
  return (
    <FailedBlock title={t`Не удалось загрузить`} retryLabel={t`Попробовать снова`} onRetry={reset}>
      {t`Проверьте подключение к интернету и попробуйте ещё раз.`}
    </FailedBlock>
  )
}

/** Over the page while a dialog is on its way; what comes quickly never shows it. */
function LateBusy() {
  const { t } = useLingui()
  return (
    <div role="status" className="animate-late pointer-events-none fixed inset-0 grid place-items-center">
      <Spinner />
      <VisuallyHidden>{t`Загружаем…`}</VisuallyHidden>
    </div>
  )
}

/** Makes a thing at the first wish, and again only when that failed. The promise stays the same one, for React's `use`. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
