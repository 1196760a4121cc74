import type { ServerResponse } from 'node:http'
import { forward } from '#tests/support/browser/static-host.ts'
import { type Host, listen } from '#tests/support/server/listen.ts'

/** A dropped connection, a restarting server, and a file of an older release. */
export const fileFaults = {
  'its connection drops': (response: ServerResponse) => void response.destroy(),
  'the server answers 503': (response: ServerResponse) => void response.writeHead(503).end(),
  'its release is gone': (response: ServerResponse) => void response.writeHead(404).end(),
} as const
export type FileFault = keyof typeof fileFaults

export type FaultyHost = Host & {
  /** Answers requests of these paths with the fault from now on. */
  spoil: (paths: readonly string[], fault: FileFault) => void
  /** All paths are answered by the server again. */
  mend: () => void
  /** How many requests have met a fault. */
  spoiled: () => number
}

/** The server behind a host that spoils chosen files: drivers of browsers other than Chromium cannot do that. */
export async function serveWithFaults(server: string): Promise<FaultyHost> {
  let faults = new Map<string, FileFault>()
  let count = 0
  const host = await listen((request, response) => {
    const fault = faults.get(new URL(request.url ?? '/', server).pathname)
    if (fault === undefined) return forward(server, request, response)
    count += 1
    fileFaults[fault](response)
  })
  return Object.assign(host, {
    spoil: (paths: readonly string[], fault: FileFault) => {
      faults = new Map(paths.map((path) => [path, fault]))
    },
    mend: () => faults.clear(),
    spoiled: () => count,
  })
}
