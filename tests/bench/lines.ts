import type { Page } from 'playwright'

export type Line = { latency: number; throughput: number; slowdown: number } | null

/** A slow line (1.6 Mbit/s, 150 ms, CPU four times slower), and no throttling. */
export const lines: Record<string, Line> = {
  'slow line': { latency: 150, throughput: (1.6 * 1024 * 1024) / 8, slowdown: 4 },
  unthrottled: null,
}

export const rounds = 5

export async function hold(page: Page, { latency, throughput, slowdown }: NonNullable<Line>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

export function median(all: readonly number[]): number {
  return all.length === 0 ? 0 : Math.round(quantile(all, 0.5))
}

/** The value below which this part of all values is, from 0 to 1; NaN of nothing. */
export function quantile(all: readonly number[], part: number): number {
  const index = Math.min(all.length - 1, Math.floor(all.length * part))
  return all.toSorted((one, other) => one - other)[index] ?? Number.NaN
}
