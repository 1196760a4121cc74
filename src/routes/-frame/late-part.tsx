import { useLingui } from '@lingui/react/macro'
import { CatchBoundary, type ErrorComponentProps, useRouteContext } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { ChunkFailure, loadChunk } from '#src/lazy-page.ts'
import { once } from '#src/once.ts'
import { FailedBlock } from '#src/ui/failed-block.tsx'
import { LateBusy } from './late-busy.tsx'
import { useSession } from './use-session.ts'

/** A part in a chunk of its own: `<Part … />` draws it, `Part.warm()` fetches it at the first sign of intent. */
export type LatePart<Props> = ComponentType<Props> & { warm: () => void }

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
  const fetch = once(() => loadChunk(name, load))
  const draw = (props: Props) => <Bounded name={name} fetch={fetch} busy={busy} props={props} />
  return Object.assign(draw, { warm: () => void fetch().catch(() => undefined) })
}

type FetchedProps<Props> = { fetch: () => Promise<ComponentType<Props>>; props: Props }
type BoundedProps<Props> = FetchedProps<Props> & { name: string; busy: (props: Props) => ReactNode }

function Bounded<Props extends object>({ name, fetch, busy, props }: BoundedProps<Props>) {
  const session = useSession()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const { onClose }: { onClose?: () => void } = props
  const tell = (error: unknown) => {
    if (!(error instanceof ChunkFailure)) return
    session.send({ type: 'chunk.failed' })
    if (!onClose) return
    notifications.send({ type: 'notification.show', kind: 'partLost', tone: 'error' })
    onClose()
  }
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={onClose ? Nothing : PartFailed} onCatch={tell}>
      <Suspense fallback={busy(props)}>
        <Fetched fetch={fetch} props={props} />
      </Suspense>
    </CatchBoundary>
  )
}

function Fetched<Props extends object>({ fetch, props }: FetchedProps<Props>) {
  const Part = use(fetch())
  return <Part {...props} />
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
