/**
 * Sets the clock of the page, so that dates and times on it are the same in every run; the clock runs, and can be advanced.
 * Runs in the page, before its scripts.
 */
export function setClock(start: number): void {
  const [RealDate, realNow] = [Date, performance.now.bind(performance)]
  let earlyCall = start - RealDate.now()
  let slept = 0
  const now = () => RealDate.now() + earlyCall
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, itself) => Reflect.construct(target, given.length === 0 ? [now()] : given, itself),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
  performance.now = () => realNow() + slept
  // Expiry dates in the cookie jar use real time.
  const jar = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  const inOurs = (text: string) =>
    text.replace(/expires=([^;]+)/i, (_, at) => `expires=${new RealDate(RealDate.parse(at) - earlyCall).toUTCString()}`)
  Object.defineProperty(Document.prototype, 'cookie', {
    ...jar,
    set(text) {
      jar?.set?.call(this, inOurs(text))
    },
  })
  Object.assign(window, {
    sleep: (milliseconds: number) => {
      earlyCall += milliseconds
      slept += milliseconds
    },
  })
}
