import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer, Asking, Frame, Hand } from './live-data.ts'

export type Driven = {
  /** Null until the app is open. */
  frame: Frame | null
  isBusy: boolean
  /** The error message of the development server. */
  trouble: string | null
  restart: () => void
  step: () => void
  back: () => void
  hand: (hand: Hand) => void
}

type Known = { session: number; frame: Frame | null; isBusy: boolean; trouble: string | null }
const unknown: Known = { session: 0, frame: null, isBusy: true, trouble: null }

/** Plays a path on the development server: opens it on mount, then plays steps on request. */
export function useDriven(machine: string, path: string): Driven {
  const [known, setKnown] = useState(unknown)
  const latest = useRef(0)
  const ask = useCallback(async (asking: Asking) => {
    latest.current += 1
    const labels = latest.current
    setKnown((before) => ({ ...before, isBusy: asking.do !== 'look', trouble: null }))
    const answer = await send(asking).catch((error: Error) => error.message)
    // A response to an outdated request is ignored.
    if (labels !== latest.current) return
    setKnown((before) =>
      typeof answer === 'string'
        ? { ...before, isBusy: false, trouble: answer }
        : { ...answer, isBusy: false, trouble: null },
    )
  }, [])
  const restart = useCallback(() => {
    setKnown(unknown)
    void ask({ do: 'open', machine, path })
  }, [ask, machine, path])
  useEffect(restart, [restart])
  const { session, frame, isBusy, trouble } = known
  useEffect(() => {
    if (frame === null || isBusy || trouble !== null) return
    // A later screenshot shows changes that the page makes by itself.
    const timer = setTimeout(() => void ask({ do: 'look', session }), 4000)
    return () => clearTimeout(timer)
  }, [ask, frame, isBusy, trouble, session])
  return {
    frame,
    isBusy,
    trouble,
    restart,
    step: () => void ask({ do: 'step', session }),
    back: () => void ask({ do: 'back', session }),
    hand: (hand) => void ask({ do: 'hand', session, hand }),
  }
}

async function send(asking: Asking): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/qa/play', { method: 'POST', headers, body: JSON.stringify(asking) })
  const answer = (await response.json()) as Answer & { message?: string }
  if (!response.ok) throw new Error(answer.message)
  return answer
}
