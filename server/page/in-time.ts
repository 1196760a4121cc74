/** What comes of `promise` within so many milliseconds; null where it takes longer, and then nobody hears of its end. */
export async function inTime<Result>(promise: Promise<Result>, milliseconds: number): Promise<Result | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, milliseconds, null)
  promise.catch(() => undefined)
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}
