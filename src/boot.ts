import type { QueryClient } from '@tanstack/react-query'
import type { Boot } from '#contract/boot.ts'
import type { CallKey } from './api/call-query.ts'
import { configQuery } from './api/system.ts'
import type { EarlyDeeds } from './early-deeds.ts'

declare global {
  interface Window {
    /** On a host that serves plain files, index.html asks before the bundle arrives: answers by address of the call. */
    earlyAnswers?: Record<string, Promise<Response>>
    /** Null once the page has been told of them. */
    early: EarlyDeeds | null
  }
}

/** What our server put into the document it served; null on a host that serves plain files. */
export function readBoot(document: Document): Boot | null {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as Boot) : null
}

/** Puts what the document brought where it would have been put had it been asked for. */
export function restoreAnswers(queryClient: QueryClient, { config, answers }: Boot): void {
  queryClient.setQueryData(configQuery().queryKey, config)
  for (const { asked, answer } of answers) {
    const queryKey: CallKey = asked.args === undefined ? [asked.call] : [asked.call, asked.args]
    queryClient.setQueryData(queryKey, asked.inPages ? { pages: [answer], pageParams: [1] } : answer)
  }
}

/** `fetch`, except that an answer that was asked for before the bundle arrived is taken from there, once. */
export function createEarlyFetch(window: Window & typeof globalThis): typeof fetch {
  const answers = window.earlyAnswers ?? {}
  return (input, init) => {
    const early = typeof input === 'string' && (init?.method ?? 'GET') === 'GET' ? answers[input] : undefined
    if (early === undefined) return window.fetch(input, init)
    delete answers[input as string]
    return early.catch(() => window.fetch(input, init))
  }
}
