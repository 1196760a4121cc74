/**
 * Acts at once, for what fell due while no server ran, and then every minute until it is stopped; what is under way is
 * finished first, and nothing begins before it is. A failure is told and costs only its turn.
 */
export function everyMinute(act: () => Promise<void>, tell: (error: unknown) => void): { stop(): Promise<void> } {
  const turn = () => act().catch(tell)
  let underWay = turn()
  const timer = setInterval(() => {
    underWay = underWay.then(turn)
  }, 60_000)
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
